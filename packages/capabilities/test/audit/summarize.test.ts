import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { summarize } from '../../src/audit/summarize.js';
import { drafts, idOf, invocation, TIME } from './drafts.js';

describe('summarize', () => {
  const sink = memorySink();
  sink.append(invocation(1, { origin: 'model' }));
  sink.append(
    invocation(2, {
      origin: 'model',
      capability: '__proto__',
      stage_reached: 'rejected-at-resolve',
      outcome: 'rejected',
      code: 'unknown_capability',
    }),
  );
  sink.append(
    invocation(3, {
      origin: 'model',
      stage_reached: 'rejected-at-validate',
      outcome: 'rejected',
      code: 'invalid_arguments',
    }),
  );
  sink.append(
    invocation(4, {
      origin: 'model',
      stage_reached: 'rejected-at-confirm',
      outcome: 'pending',
      code: 'confirmation_required',
    }),
  );
  sink.append(
    invocation(5, {
      origin: 'user',
      stage_reached: 'rejected-at-execute',
      outcome: 'unknown',
      code: 'timed_out',
    }),
  );
  sink.append(
    invocation(6, {
      stage_reached: 'rejected-at-validate',
      outcome: 'rejected',
      code: 'invalid_arguments',
    }),
  );
  sink.append({ kind: 'grant', id: idOf(7), time: TIME });

  it('S1-135: counts attempts by capability, stage, outcome and code', async () => {
    const summary = await summarize(sink.read());
    expect(summary.attempts).toBe(6);
    expect(summary.notices).toEqual([{ name: 'grant', count: 1 }]);
    expect(summary.capabilities).toEqual([
      { capability: 'notes.read', attempts: 5, completed: 1, pending: 1, rejected: 2, unknown: 1 },
      { capability: '__proto__', attempts: 1, completed: 0, pending: 0, rejected: 1, unknown: 0 },
    ]);
    expect(summary.stages).toEqual([
      { name: 'rejected-at-validate', count: 2 },
      { name: 'executed', count: 1 },
      { name: 'rejected-at-confirm', count: 1 },
      { name: 'rejected-at-execute', count: 1 },
      { name: 'rejected-at-resolve', count: 1 },
    ]);
    expect(summary.outcomes.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'rejected 3',
      'completed 1',
      'pending 1',
      'unknown 1',
    ]);
    expect(summary.codes[0]).toEqual({ name: 'invalid_arguments', count: 2 });
  });

  it('S1-136: gives the rejection rate of each origin, and where its proposals are refused', async () => {
    const { origins } = await summarize(sink.events());
    const none = { resolve: 0, validate: 0, policy: 0, confirm: 0, execute: 0 };
    expect(origins).toEqual([
      {
        origin: 'model',
        attempts: 4,
        completed: 1,
        pending: 1,
        rejected: 2,
        unknown: 0,
        rejectionRate: 0.5,
        rejectedAt: { ...none, resolve: 1, validate: 1 },
      },
      {
        attempts: 1,
        completed: 0,
        pending: 0,
        rejected: 1,
        unknown: 0,
        rejectionRate: 1,
        rejectedAt: { ...none, validate: 1 },
      },
      {
        origin: 'user',
        attempts: 1,
        completed: 0,
        pending: 0,
        rejected: 0,
        unknown: 1,
        rejectionRate: 0,
        rejectedAt: { ...none, execute: 1 },
      },
    ]);
  });

  it('counts nothing of nothing', async () => {
    expect(await summarize([])).toEqual({
      attempts: 0,
      notices: [],
      capabilities: [],
      stages: [],
      outcomes: [],
      codes: [],
      origins: [],
    });
  });

  test.prop([fc.array(drafts)])(
    'S1-135: for every log: each list adds up to its attempts, in any order of the events',
    async (list) => {
      const log = memorySink();
      for (const draft of list) log.append(draft);
      const summary = await summarize(log.events());
      const sum = (counts: readonly number[]): number =>
        counts.reduce((all, count) => all + count, 0);
      for (const tallies of [summary.stages, summary.outcomes])
        expect(sum(tallies.map(({ count }) => count))).toBe(summary.attempts);
      for (const tallies of [summary.capabilities, summary.origins])
        expect(sum(tallies.map(({ attempts }) => attempts))).toBe(summary.attempts);
      expect(summary.attempts + sum(summary.notices.map(({ count }) => count))).toBe(
        log.events().length,
      );
      expect(await summarize(log.events().toReversed())).toEqual(summary);
    },
  );
});
