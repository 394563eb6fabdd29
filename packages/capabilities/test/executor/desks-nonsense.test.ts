import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('a trap');
    },
    ownKeys: () => {
      throw new Error('a trap');
    },
  },
);

/** What a careless or hostile caller may hand a desk instead of what its type says. */
const NONSENSE: readonly unknown[] = [
  null,
  undefined,
  7,
  'text',
  [],
  {},
  () => 1,
  Symbol('s'),
  throwing,
  { rule: throwing, person: 'olga' },
  { rules: throwing, person: 'olga' },
  { rules: Array.from({ length: 200_000 }, () => 1), person: 'olga' },
  { pending: throwing, person: throwing, seen: throwing, approve: throwing },
  { request: { toString: () => 'x' }, person: 'olga', approve: true, seen: 1, narrow: throwing },
  { grant: {}, person: 'olga' },
  { holder: throwing, person: 'olga', scope: throwing },
];

const { executor } = fixtureHost([fixtureCapability().capability]);

const DESKS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  desk: {
    decide: executor.desk.decide,
    modify: executor.desk.modify,
    withdraw: executor.desk.withdraw,
  },
  grants: { give: executor.grants.give, revoke: executor.grants.revoke },
  requests: { decide: executor.requests.decide, withdraw: executor.requests.withdraw },
  policies: {
    set: executor.policies.set,
    remove: executor.policies.remove,
    replace: executor.policies.replace,
    diff: executor.policies.diff,
  },
};

describe('desks', () => {
  for (const [desk, methods] of Object.entries(DESKS))
    for (const [name, method] of Object.entries(methods))
      it(`${desk}.${name} answers nonsense with a refusal, and never throws`, async () => {
        for (const nonsense of NONSENSE) {
          const answer = await (method as (stated: unknown, more?: unknown) => Promise<unknown>)(
            nonsense,
            nonsense,
          );
          // No rules at all are rules: they may be compared.
          if (name === 'diff' && Array.isArray(nonsense)) continue;
          expect(answer).toMatchObject({ ok: false });
        }
      });

  it('requestCapability answers nonsense with a refusal, and never throws', async () => {
    for (const nonsense of NONSENSE)
      expect(await executor.requestCapability(nonsense, nonsense as never)).toMatchObject({
        ok: false,
      });
  });
});
