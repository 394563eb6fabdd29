import { describe, expect, it } from 'vitest';
import type { StoredPolicy } from '../../src/store/policy-steps.js';
import { POLICY_TRIALS } from '../../src/testing/store-trials-policies.js';
import { failing, pause, type Broken } from './store-broken.js';

/** Stores that are wrong about rules. */
const BROKEN: readonly Broken[] = [
  [
    'looks and changes in two steps',
    (store) => ({
      changePolicy: async (from, rules) => {
        const present = (await store.policy()) ?? { revision: 0, rules: [] };
        await pause();
        if (present.revision !== from) return { changed: false, policy: present };
        return store.changePolicy(await store.policyRevision(), rules);
      },
    }),
    'rules change only from the revision that was read',
  ],
  [
    'changes rules from a revision that is yet to come',
    (store) => ({
      changePolicy: async (from, rules) =>
        store.changePolicy(Math.min(from, await store.policyRevision()), rules),
    }),
    'rules change only from the revision that was read',
  ],
  [
    'forgets what the rules were',
    (store) => ({
      policy: async (revision) =>
        revision === undefined || revision === (await store.policyRevision())
          ? store.policy(revision)
          : undefined,
    }),
    'rules are kept as they were written, and every revision stays readable',
  ],
  [
    'writes the fields of a rule in an order of its own',
    (store) => ({
      policy: async (revision) => {
        const policy = await store.policy(revision);
        const turned = policy?.rules.map((rule) =>
          Object.fromEntries(Object.entries(rule).reverse()),
        );
        return policy && { ...policy, rules: turned ?? [] };
      },
    }),
    'rules are kept as they were written, and every revision stays readable',
  ],
  [
    'begins under whatever rules',
    (store) => ({ begin: ({ policyRevision: _revision, ...intent }) => store.begin(intent) }),
    'nothing is begun under rules that have changed',
  ],
  [
    'takes no rules for old ones',
    (store) => ({
      begin: (intent) =>
        intent.policyRevision === undefined
          ? { ok: false, code: 'policy_changed' }
          : store.begin(intent),
    }),
    'nothing is begun under rules that have changed',
  ],
  [
    'hands out the rules that it keeps',
    (store) => {
      let kept: StoredPolicy | undefined;
      return {
        changePolicy: async (from, rules) => {
          const changed = structuredClone(await store.changePolicy(from, structuredClone(rules)));
          kept = changed.policy;
          return changed;
        },
        policy: (revision) => kept ?? store.policy(revision),
      };
    },
    'nothing that was handed in or out changes rules that are kept',
  ],
];

describe('the trials of rules', () => {
  it.each(BROKEN)('find a store that %s', async (_, broken, title) => {
    expect(await failing(broken)).toContain(title);
  });

  it('are each failed by a store that is broken for it', () => {
    const found = new Set(BROKEN.map(([, , title]) => title));
    expect(POLICY_TRIALS.map(({ title }) => title).filter((title) => !found.has(title))).toEqual(
      [],
    );
  });
});
