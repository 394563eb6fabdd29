import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { terminalEvent } from '../../src/testing/store-fixtures.js';
import { judgeEvents } from '../../src/testing/store-race-judge-events.js';
import type { RaceReport, ReportOf } from '../../src/testing/store-race-reports.js';

const [A, B, C] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
];
const began = (attempt: string): ReportOf<'began'> => ({
  is: 'began',
  by: 'key',
  of: 'k',
  attempt,
  key: 'k',
  fingerprint: 'f',
});

function recorded() {
  const sink = memorySink();
  sink.append(terminalEvent(A, 7));
  sink.append(terminalEvent(B));
  return sink;
}

describe('judgeEvents', () => {
  it('finds nothing wrong where every attempt that is known has its one event', async () => {
    const reports: readonly RaceReport[] = [
      began(A),
      { is: 'ended', attempt: A, counted: true, mark: 7 },
      { is: 'ended', attempt: A, counted: false, mark: 8 },
      { is: 'ran', of: 'p', invocation: B },
      { is: 'answered', of: 'p', outcome: 'unknown', event: B },
    ];
    expect(await judgeEvents(recorded(), reports)).toEqual([]);
    expect(await judgeEvents(recorded(), [])).toEqual([]);
  });

  it('finds attempts without an event, whoever knows of them', async () => {
    const without = [`attempt ${C} has 0 terminal events`];
    const known: readonly RaceReport[] = [
      began(C),
      { is: 'ran', of: 'p', invocation: C },
      { is: 'answered', of: 'p', outcome: 'rejected', event: C },
    ];
    for (const report of known) expect(await judgeEvents(recorded(), [report])).toEqual(without);
  });

  it('finds an event of what was refused, and one of another end', async () => {
    const refused = { ...began(A), is: 'refused', code: 'key_conflict' } as const;
    expect(await judgeEvents(recorded(), [refused])).toEqual([
      `attempt ${A} was refused, and has an event`,
    ]);
    expect(
      await judgeEvents(recorded(), [{ is: 'ended', attempt: A, counted: true, mark: 8 }]),
    ).toEqual([`attempt ${A} is on record otherwise than it ended`]);
  });

  it('finds a chain that does not hold', async () => {
    const sink = recorded();
    sink.append(terminalEvent(C, 9));
    const broken = {
      ...sink,
      async *read() {
        for await (const event of sink.read()) if (event.id !== B) yield event;
      },
    };
    expect((await judgeEvents(broken, [])).join()).toMatch(/^the audit does not verify: ./);
  });
});
