import type { DoorStore, Principal } from '@sovereign/capabilities';
import { expect } from 'vitest';
import { proposal } from './fixtures.js';

/** Ids that look like something else to a database, a path or a prototype. */
export const ODD_IDS: readonly string[] = [
  '*',
  '%',
  '_',
  '../',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  'a\0b',
  '\0',
  '\ud800',
  'x'.repeat(100_000),
];

/** Asks a store that holds something for something else, in every way there is, and finds nothing. */
export async function knowsNoSuch(store: DoorStore, id: string): Promise<void> {
  const kept = await store.openPending(proposal());
  const before = await store.listPending();
  expect(await store.findPending(id)).toBeUndefined();
  expect(await store.findByToken(id)).toBeUndefined();
  expect(await store.decide(id, undefined, { state: 'withdrawn', by: 'ada' })).toEqual({
    changed: false,
    pending: undefined,
  });
  expect(await store.mint(id, 'hash', 1_000)).toBeUndefined();
  expect(await store.revoke(id)).toEqual({ changed: false, pending: undefined });
  expect(await store.findGrant(id)).toBeUndefined();
  expect(await store.revokeGrant(id, 'olga')).toEqual({ changed: false, grant: undefined });
  expect(await store.listGrants({ holder: id })).toEqual([]);
  expect(await store.findRequest(id)).toBeUndefined();
  expect(await store.decideRequest(id, undefined, { state: 'withdrawn', by: 'mind:muse' })).toEqual(
    { changed: false, request: undefined },
  );
  expect(await store.listRequests({ principal: id })).toEqual([]);
  expect(await store.listPending({ principal: id })).toEqual([]);
  expect(await store.turnCount(id, id)).toBe(0);
  // No caller has such a name; what a store is asked is a string all the same.
  expect(await store.recorded(id as Principal, id, id)).toEqual({ state: 'unseen' });
  expect(await store.end(id, { outcome: 'completed' })).toBe(false);
  expect(await store.listPending()).toEqual(before);
  expect(kept).not.toBe('too_many_pending');
}
