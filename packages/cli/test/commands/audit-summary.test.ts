import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '@sovereign/capabilities';
import { openJsonlSink } from '@sovereign/capabilities/node';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder } from '../support/fake-io.js';
import { invocations } from '../support/events.js';

interface Summary {
  readonly attempts: number;
  readonly stages: readonly { readonly name: string; readonly count: number }[];
  readonly origins: readonly {
    readonly origin: string;
    readonly attempts: number;
    readonly rejected: number;
    readonly rejection_rate: number;
    readonly rejected_at: Readonly<Record<string, number>>;
  }[];
}

const summaryOf = async (data: string): Promise<Summary> =>
  JSON.parse((await household(data, ['audit', 'summary', '--json'])).stdout) as Summary;

/** A data folder with attempts that were refused at four stages. */
async function used(): Promise<string> {
  const data = temporaryFolder();
  for (const argv of [
    ['notes.read@1'],
    ['notes.nothing@1'],
    ['notes.read@1', '{"note":1}'],
    ['notes.read@1', '{"count":"x"}'],
    ['notes.closed@1'],
    ['notes.break@1'],
    ['notes.write@1'],
  ])
    await household(data, ['invoke', ...argv]);
  return data;
}

describe('audit summary', () => {
  it('S1-135 says how often, what, and at which stage attempts were refused: the numbers are those of the events', async () => {
    const data = await used();
    const events = invocations(data);
    const summary = await summaryOf(data);
    expect(summary.attempts).toBe(events.length);
    for (const { name, count } of summary.stages)
      expect(count).toBe(events.filter(({ stage_reached }) => stage_reached === name).length);
    expect(summary.stages.reduce((sum, { count }) => sum + count, 0)).toBe(events.length);
  });

  it('S1-136 says by origin how many were refused, and where: how well formed a model’s proposals are', async () => {
    const data = await used();
    const sink = await openJsonlSink(join(data, 'audit.jsonl'));
    const attempt = (stage_reached: 'executed' | 'rejected-at-validate'): EventDraft => ({
      kind: 'invocation',
      id: crypto.randomUUID(),
      time: '2026-01-01T00:00:00.000Z',
      capability: 'notes.read',
      stage_reached,
      outcome: stage_reached === 'executed' ? 'completed' : 'rejected',
      origin: 'model',
      duration_ms: 1,
    });
    for (const stage of ['executed', 'rejected-at-validate', 'executed', 'executed'] as const)
      await sink.append(attempt(stage));
    await sink.close();

    const { origins } = await summaryOf(data);
    expect(origins).toMatchObject([
      {
        origin: 'operator',
        attempts: 7,
        rejected: 5,
        rejected_at: { resolve: 1, validate: 2, policy: 1, confirm: 0, execute: 1 },
      },
      {
        origin: 'model',
        attempts: 4,
        rejected: 1,
        rejection_rate: 0.25,
        rejected_at: { validate: 1 },
      },
    ]);
    const { stdout } = await household(data, ['audit', 'summary']);
    expect(stdout).toMatch(/^model +4 +1 +25 % +0 +1 +0 +0 +0$/m);
  });

  it('shows people tables of at most 80 columns', async () => {
    const { code, stdout, stderr } = await household(await used(), ['audit', 'summary']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "7 attempts

      by outcome
      OUTCOME    COUNT
      rejected       5
      completed      1
      pending        1

      by stage reached
      STAGE                 COUNT
      rejected-at-validate      2
      executed                  1
      rejected-at-confirm       1
      rejected-at-execute       1
      rejected-at-policy        1
      rejected-at-resolve       1

      by code
      CODE                   COUNT
      invalid_arguments          2
      confirmation_required      1
      denied_by_policy           1
      handler_failed             1
      unknown_capability         1

      by origin: how many were refused, and at which stage
      ORIGIN    ALL  REFUSED    RATE  RESOLVE  VALIDATE  POLICY  CONFIRM  EXECUTE
      operator    7        5  71.4 %        1         2       1        0        1

      by capability
      CAPABILITY     ALL  COMPLETED  PENDING  REJECTED  UNKNOWN
      notes.read       3          1        0         2        0
      notes.break      1          0        0         1        0
      notes.closed     1          0        0         1        0
      notes.nothing    1          0        0         1        0
      notes.write      1          0        1         0        0

      other events
      KIND           COUNT
      configuration      7
      "
    `);
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  it('does not count what is no sound event, and says so', async () => {
    const data = await used();
    appendFileSync(join(data, 'audit.jsonl'), 'no event\n');
    expect((await summaryOf(data)).attempts).toBe(7);
    const { stderr } = await household(data, ['audit', 'summary']);
    expect(stderr).toContain('not counted, since no sound event: 1 line; ');
  });

  it('says that there is no log', async () => {
    expect(await household(temporaryFolder(), ['audit', 'summary'])).toMatchObject({ code: 69 });
  });
});
