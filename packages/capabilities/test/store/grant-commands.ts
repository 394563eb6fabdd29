import { fc } from '@fast-check/vitest';
import type { NewRequest } from '../../src/grants/capability-request.js';
import type { NewGrant } from '../../src/grants/grant.js';
import type { RequestAnswer } from '../../src/store/grant-steps.js';
import { at, MINUTE, pick, PRINCIPALS, step, type Both } from './model.js';

const minutes = (min: number, max: number) =>
  fc.integer({ min, max }).map((count) => count * MINUTE);
const principal = fc.constantFrom(...PRINCIPALS);
const uses = fc.constantFrom(undefined, 1, 1, 2, 3);
const wish = fc.record({
  holder: principal,
  startsInMs: fc.constantFrom(0, 0, 0, MINUTE),
  lastsMs: minutes(1, 6),
  uses,
});

/** What may differ in a grant of the model. */
export type GrantWish = Pick<NewGrant, 'holder' | 'startsInMs' | 'lastsMs'> & {
  readonly uses: number | undefined;
};

/** A grant that nobody has given yet; both stores are given the same. */
export function grantOf({ scene, world }: Both, { uses: most, ...parts }: GrantWish): NewGrant {
  const { id } = scene.intent();
  world.grants.push(id);
  return {
    id,
    giver: 'olga',
    contracts: [{ id: 'fixture.touch@1', digest: 'd' }],
    scope: { capability: 'fixture.touch@1', args: {}, access: 'write' },
    source: { kind: 'operator' },
    ...parts,
    ...(most !== undefined && { uses: most }),
  };
}

function requestOf(
  { scene, world }: Both,
  parts: Pick<NewRequest, 'principal' | 'digest' | 'ttlMs' | 'maxOpen'>,
): NewRequest {
  const { id } = scene.intent();
  world.requests.push(id);
  return {
    id,
    origin: 'model',
    contracts: [{ id: 'fixture.touch@1', digest: 'd' }],
    scope: { capability: 'fixture.touch@1', args: {}, access: 'write' },
    durationMs: MINUTE,
    operations: 1,
    reason: 'why',
    evidence: [],
    risk: 'none',
    mitigation: 'none',
    fallback: 'ask',
    alternatives: [],
    ...parts,
  };
}

function answerOf(both: Both, state: string, parts: GrantWish): RequestAnswer {
  if (state === 'withdrawn') return { state, by: 'mind:muse' };
  if (state === 'declined') return { state, by: 'olga', note: 'no' };
  return { state: 'granted', by: 'olga', grant: grantOf(both, parts) };
}

/** What can be done with grants, requests and rules. */
export const grantCommands = [
  wish.map((parts) =>
    step('addGrant', [parts], (both) => {
      const grant = grantOf(both, parts);
      return (store) => store.addGrant(grant);
    }),
  ),
  at.map((n) =>
    step('revokeGrant', [n], ({ world }) => {
      const id = pick(world.grants, n) ?? 'none';
      return (store) => store.revokeGrant(id, 'olga');
    }),
  ),
  fc
    .record({
      principal,
      digest: fc.constantFrom('d', 'e', 'f'),
      ttlMs: minutes(1, 4),
      maxOpen: fc.constantFrom(1, 2, 9),
    })
    .map((parts) =>
      step('openRequest', [parts], (both) => {
        const request = requestOf(both, parts);
        return (store) => store.openRequest(request);
      }),
    ),
  fc
    .tuple(
      at,
      fc.constantFrom('right', 'right', 'right', 'wrong', 'none'),
      fc.constantFrom('granted', 'granted', 'declined', 'withdrawn'),
      wish,
    )
    .map(([n, saw, state, parts]) =>
      step('decideRequest', [n, saw, state, parts], (both) => {
        const id = pick(both.world.requests, n) ?? 'none';
        const answer = answerOf(both, state, parts);
        return async (store) => {
          const digest = (await store.findRequest(id))?.digest ?? 'wrong';
          const seen = saw === 'none' ? undefined : saw === 'right' ? digest : 'wrong';
          return store.decideRequest(id, seen, answer);
        };
      }),
    ),
  fc.tuple(fc.nat(2), fc.constantFrom('a', 'b')).map(([behind, id]) =>
    step('changePolicy', [behind, id], () => async (store) => {
      const from = (await store.policyRevision()) - behind;
      return store.changePolicy(from, [{ id }]);
    }),
  ),
  fc.constant(step('sweep', [], () => (store) => store.sweep())),
];

/** Which grant an attempt is made under: none, the last given, or one before it. */
export const grantPlace = fc.constantFrom(undefined, undefined, 0, 0, 0, 1, 2);
/** Which revision an attempt was ruled under. */
export const ruledUnder = fc.constantFrom(
  'present',
  'present',
  'present',
  'present',
  'old',
  'none',
);
/** What a yes for a time gives, where it is one. */
export const timedGrant = fc.option(wish, { nil: undefined });
