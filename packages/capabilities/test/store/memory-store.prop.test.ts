import { fc, test } from '@fast-check/vitest';
import { describe } from 'vitest';
import type { Pending } from '../../src/confirmation/pending.js';
import { memoryStore } from '../../src/store/memory-store.js';
import type { Settled } from '../../src/store/intent-steps.js';
import { closeOverdue, sceneOf } from '../../src/testing/store-scene.js';
import { grantCommands, grantOf, grantPlace, ruledUnder, timedGrant } from './grant-commands.js';
import {
  ARGS,
  at,
  CAPABILITIES,
  KEYS,
  MINUTE,
  pick,
  PRINCIPALS,
  step,
  TURNS,
  World,
  type Both,
} from './model.js';
import { naiveStore } from './naive-store.js';

const MARKS = [
  { path: '/note', source: 'mail', trust: 'low' },
  { path: '/note', source: 'web', trust: 'low' },
  { path: '/note', source: 'web', trust: 'tool' },
] as const;
const ttl = fc.integer({ min: 1, max: 4 }).map((minutes) => minutes * MINUTE);
const arg = fc.constantFrom(...ARGS);
const seen = fc.constantFrom('right', 'right', 'right', 'right', 'right', 'first', 'wrong', 'none');
const settled = fc.constantFrom<Settled>(
  { outcome: 'completed', result: { ok: true }, resultBytes: 11 },
  { outcome: 'rejected', code: 'handler_failed', reason: 'gone' },
  { outcome: 'unknown', code: 'timed_out' },
);

/** Which disclosure somebody says they saw. */
function digestOf({ naive, scene }: Both, id: string, what: string): string | undefined {
  const pending = naive.findPending(id) as Pending | undefined;
  if (what === 'none') return undefined;
  if (what === 'wrong' || pending === undefined) return 'wrong';
  if (what === 'right') return pending.disclosure.digest;
  return scene.proposal({ principal: pending.request.principal, args: 'a' }).disclosure.digest;
}

const steps = [
  fc
    .record({
      principal: fc.constantFrom(...PRINCIPALS),
      args: arg,
      ttlMs: ttl,
      maxOpen: fc.constantFrom(1, 2, 9, 9),
      grantable: fc.constantFrom(true, true, false),
      provenance: fc.array(fc.constantFrom(...MARKS), { maxLength: 3 }),
    })
    .map((wish) =>
      step('open', [wish], ({ scene, world }) => {
        const wanted = scene.proposal(wish);
        world.ids.push(wanted.id);
        const { request, fingerprint, maxOpen } = wanted;
        return async (store) => [
          await store.foreseePending({ principal: request.principal, fingerprint, maxOpen }),
          await store.openPending(wanted),
        ];
      }),
    ),
  fc
    .tuple(
      at,
      seen,
      fc.constantFrom('approved', 'approved', 'approved', 'declined', 'withdrawn'),
      ttl,
      timedGrant,
    )
    .map(([n, saw, state, ttlMs, given]) =>
      step('decide', [n, saw, state, ttlMs, given], (both) => {
        const id = pick(both.world.ids, n) ?? 'none';
        const digest = digestOf(both, id, saw);
        const answer =
          state === 'approved'
            ? ({
                state,
                by: 'olga',
                ttlMs,
                ...(given !== undefined && { grant: grantOf(both, given) }),
              } as const)
            : ({
                state: state === 'declined' ? 'declined' : 'withdrawn',
                by: 'olga',
                note: 'no',
              } as const);
        return (store) => store.decide(id, digest, answer);
      }),
    ),
  fc.tuple(at, seen, arg).map(([n, saw, args]) =>
    step('modify', [n, saw, args], (both) => {
      const id = pick(both.world.ids, n) ?? 'none';
      const pending = both.naive.findPending(id) as Pending | undefined;
      const change = both.scene.change(
        pending ?? (both.scene.proposal() as unknown as Pending),
        args,
      );
      const digest = digestOf(both, id, saw) ?? 'wrong';
      return (store) => store.modify(id, digest, change);
    }),
  ),
  at.map((n) =>
    step(
      'revoke',
      [n],
      ({ world }) =>
        (store) =>
          store.revoke(pick(world.ids, n) ?? 'none'),
    ),
  ),
  fc.tuple(at, ttl).map(([n, ttlMs]) =>
    step('mint', [n, ttlMs], ({ world }) => {
      const hash = `hash-${world.hashes.length}`;
      world.hashes.push(hash);
      return (store) => store.mint(pick(world.ids, n) ?? 'none', hash, ttlMs);
    }),
  ),
  fc
    .record({
      token: fc.constantFrom(undefined, 0, 0, 0, 1, 2),
      fingerprint: fc.constantFrom('asked', 'asked', 'changed', 'changed', 'other'),
      turn: fc.constantFrom(undefined, undefined, ...TURNS),
      maxPerTurn: fc.constantFrom(1, 2, 9),
      key: fc.constantFrom(undefined, undefined, ...KEYS),
      principal: fc.constantFrom(...PRINCIPALS),
      capability: fc.constantFrom(...CAPABILITIES),
      deadlineMs: fc.constantFrom(MINUTE, 3 * MINUTE, 2_880 * MINUTE),
      mutating: fc.boolean(),
      grant: grantPlace,
      ruled: ruledUnder,
    })
    .map(({ token, fingerprint: which, turn, key, grant, ruled, ...rest }) =>
      step('begin', [token, which, turn, key, grant, ruled, rest], ({ naive, scene, world }) => {
        const given = grant === undefined ? undefined : pick(world.grants, grant);
        const present = naive.policyRevision() as number;
        const { policyRevision: _, ...unruled } = scene.intent();
        const hash = token === undefined ? undefined : pick(world.hashes, token);
        const pending =
          hash === undefined ? undefined : (naive.findByToken(hash) as Pending | undefined);
        const fingerprint =
          which === 'other' ? 'other' : which === 'asked' ? pending?.asked : pending?.fingerprint;
        const intent = {
          ...unruled,
          ...rest,
          ...(ruled !== 'none' && { policyRevision: present - (ruled === 'old' ? 1 : 0) }),
          ...(given !== undefined && { grant: given }),
          ...(hash !== undefined && { tokenHash: hash }),
          ...(fingerprint !== undefined && { fingerprint }),
          ...(turn !== undefined && { turn }),
          ...(key !== undefined && { key }),
        };
        world.intents.push(intent.id);
        return (store) => store.begin(intent);
      }),
    ),
  fc.tuple(at, settled).map(([n, how]) =>
    step(
      'end',
      [n, how],
      ({ world }) =>
        (store) =>
          store.end(pick(world.intents, n) ?? 'none', how),
    ),
  ),
  fc.constant(step('close overdue', [], () => closeOverdue)),
  fc
    .tuple(fc.constantFrom(...TURNS), fc.constantFrom(...CAPABILITIES))
    .map(([turn, capability]) =>
      step('countTurn', [turn, capability], () => (store) => store.countTurn(turn, capability)),
    ),
  fc.constantFrom(1, MINUTE - 1, MINUTE, 2 * MINUTE, 1_440 * MINUTE).map((ms) =>
    step('advance', [ms], ({ world }) => {
      world.advance(ms);
      return (store) => store.now();
    }),
  ),
  fc.constantFrom(-1_440 * MINUTE, -MINUTE, -1, 1, MINUTE).map((ms) =>
    step('turn the clock', [ms], ({ world }) => {
      world.turn(ms);
      return (store) => store.now();
    }),
  ),
  ...grantCommands,
];

describe('memoryStore', () => {
  const [open, decide, modify, , mint, begin, , close, , advance] = steps;
  // What leads to a run comes up more often than the rest.
  const [give] = grantCommands;
  const often = [open, modify, decide, decide, mint, mint, begin, begin, give, close, advance];
  const likely = [...steps, ...often].filter((one) => one !== undefined);
  test.prop([fc.commands(likely, { maxCommands: 120, size: 'max' })])(
    'for every history: it answers as a store does that works everything out from what happened',
    async (commands) => {
      await fc.asyncModelRun(() => {
        const world = new World();
        const store = memoryStore({ clock: world.clock });
        const scene = sceneOf({ store, advance: () => undefined }, MINUTE);
        return { model: world, real: { world, naive: naiveStore(() => world.time), scene } };
      }, commands);
    },
  );
});
