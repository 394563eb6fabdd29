import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsInForce } from '../../src/executor/bounds-in-force.js';
import { fixtureCaller, fixtureCapability } from '../../src/testing/fixture-host.js';

describe('bounds in force', () => {
  it('for every wish of a caller: no bound is longer than the contract’s, and each shorter one holds', () => {
    const some = fc.integer({ min: 1, max: 10_000 });
    const bounds = fc.record({ timeoutMs: some, maxResultBytes: some, maxPerTurn: some });
    const wishes = fc.record(
      { timeoutMs: some, maxResultBytes: some, maxPerTurn: some },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(bounds, wishes, (stated, wish) => {
        const { capability } = fixtureCapability({ bounds: stated });
        const force = boundsInForce({ capability, caller: fixtureCaller({ bounds: wish }) });
        for (const name of ['timeoutMs', 'maxResultBytes', 'maxPerTurn'] as const)
          expect(force[name]).toBe(Math.min(stated[name], wish[name] ?? Infinity));
      }),
    );
  });
});
