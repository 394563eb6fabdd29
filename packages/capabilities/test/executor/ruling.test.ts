import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/contract/classification.js';
import { fixtureCaller, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

describe('ruling', () => {
  it('S3-143 for every policy and every caller: a locked capability stays denied', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Effect>('allow', 'ask', 'deny'),
        fc.constantFrom('person:ada', 'mind:muse', 'host:fixture'),
        fc.boolean(),
        async (effect, principal, commitment) => {
          const { capability } = fixtureCapability({ locked: true });
          const host = fixtureHost([capability], {
            policy: { revision: 1, rule: () => ({ effect }), describe: () => ({}) },
          });
          const proposal = { capability: 'fixture.probe', version: 1, args: {} };
          const caller = fixtureCaller({ principal: principal as 'person:ada', commitment });
          expect(await host.executor.preview(proposal, caller)).toMatchObject({
            decision: 'reject',
            code: 'locked',
          });
          expect(await host.executor.invoke(proposal, caller)).toMatchObject({
            stage: 'policy',
            code: 'locked',
          });
        },
      ),
    );
  });

  it('S3-145 for every ruling: a commitment never makes it looser', async () => {
    for (const effect of ['allow', 'ask', 'deny'] as const) {
      const { capability } = fixtureCapability();
      const host = fixtureHost([capability], {
        policy: { revision: 1, rule: () => ({ effect }), describe: () => ({}) },
      });
      const ask = (commitment: boolean) =>
        host.executor.preview(
          { capability: 'fixture.probe', version: 1, args: {} },
          fixtureCaller({ commitment }),
        );
      const order = { execute: 0, ask: 1, reject: 2, recall: 0 };
      const [plain, committed] = [await ask(false), await ask(true)];
      expect(order[committed.decision]).toBeGreaterThanOrEqual(order[plain.decision]);
    }
  });
});
