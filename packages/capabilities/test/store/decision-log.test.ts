import { describe, expect, it } from 'vitest';
import { memoryDecisionLog, type DecisionEntry } from '../../src/store/decision-log.js';

describe('memoryDecisionLog', () => {
  const entry = (pendingId: string, kind: DecisionEntry['kind']): DecisionEntry => ({
    pendingId,
    time: 1,
    person: 'person:olga',
    kind,
    seen: 'digest',
    request: {
      capability: 'fixture.touch',
      version: 1,
      contractDigest: 'd',
      principal: 'person:ada',
      args: { note: ['a'] },
    },
  });

  it('keeps every entry in order, and those of one proposal apart', async () => {
    const log = memoryDecisionLog();
    const entries = [entry('a', 'modified'), entry('b', 'declined'), entry('a', 'approved')];
    for (const one of entries) await log.append(one);
    expect(await log.read()).toEqual(entries);
    expect(await log.read('a')).toEqual([entries[0], entries[2]]);
    expect(await log.read('c')).toEqual([]);
    expect(Object.keys(log).sort()).toEqual(['append', 'read']);
  });

  it('holds the last 10,000 entries', async () => {
    const log = memoryDecisionLog();
    for (let number = 0; number < 10_002; number += 1)
      await log.append({ ...entry(`p${number}`, 'approved'), time: number });
    const times = (await log.read()).map(({ time }) => time);
    expect([times.length, times[0], times.at(-1)]).toEqual([10_000, 2, 10_001]);
  });

  it('cannot be changed by what was handed in or out', async () => {
    const log = memoryDecisionLog();
    const one = entry('a', 'approved');
    await log.append(one);
    const before = JSON.stringify(await log.read());
    const read = (await log.read()) as DecisionEntry[];
    Reflect.set(one, 'kind', 'declined');
    Reflect.set((one.request.args as { note: string[] }).note, 0, 'b');
    read.push(entry('b', 'approved'));
    Reflect.set(read[0] ?? {}, 'person', 'person:bob');
    expect(JSON.stringify(await log.read())).toBe(before);
  });
});
