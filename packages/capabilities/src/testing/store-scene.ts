import { fingerprint } from '../confirmation/fingerprint.js';
import type { Pending } from '../confirmation/pending.js';
import type { NewRequest } from '../grants/capability-request.js';
import type { NewGrant } from '../grants/grant.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';
import { sha256Hex } from '../internal/sha256.js';
import type { DoorStore } from '../store/door-store.js';
import type { Begun, Intent, Overdue } from '../store/intent-steps.js';
import type { Modification, NewPending } from '../store/pending-steps.js';
import { claim } from './claims.js';
import { disclosureOf, newGrant, newPending, newRequest, type Wish } from './store-fixtures.js';

/** A store that was opened, and what moves its time. */
export interface OpenStore {
  readonly store: DoorStore;
  /** Further handles on the same data, as other processes hold them: races run across all. */
  readonly peers?: readonly DoorStore[];
  /** Lets at least so many milliseconds pass, by the store's own clock. */
  advance(ms: number): Awaitable<void>;
  /** Sets the wall clock back by so many milliseconds, where the store can see one. */
  setBack?(ms: number): Awaitable<void>;
  close?(): Awaitable<void>;
}

/** One store on trial, and the fixtures its trials are made of. */
export interface Scene extends OpenStore {
  /** A length of time in which nothing happens by itself: long for a store whose time can be moved. */
  readonly unit: number;
  /** The handle that the n-th of many racers holds. */
  handle(racer: number): DoorStore;
  /** A proposal that nobody has put yet; the same wish has the same fingerprint and another id. */
  proposal(wish?: Wish): NewPending;
  /** Puts one. */
  open(wish?: Wish): Promise<Pending>;
  /** Puts one and says yes to it. */
  approve(wish?: Wish & { readonly approvalMs?: number }): Promise<Pending>;
  /** A change of a pending proposal's arguments. */
  change(pending: Pending, args: Json): Modification;
  /** Mints a fresh token, and gives its hash. */
  mint(id: string, ttlMs?: number): Promise<string>;
  /** A grant that nobody has given yet; each has an id of its own. */
  grant(parts?: Partial<NewGrant>): NewGrant;
  /** A capability request that was not put yet; each has an id and a digest of its own. */
  request(parts?: Partial<NewRequest>): NewRequest;
  /** An intent that claims nothing but what is added. */
  intent(claims?: Partial<Intent>): Intent;
  begin(claims?: Partial<Intent>): Promise<Begun>;
  find(id: string): Promise<Pending | undefined>;
}

/** What is tried on a store that holds nothing yet; throws when the store does not do it. */
export interface StoreTrial {
  readonly title: string;
  readonly needs?: 'setBack';
  readonly trial: (scene: Scene) => Promise<void>;
}

/** Makes the scene of one trial. */
export function sceneOf(opened: OpenStore, unit: number): Scene {
  const { store } = opened;
  const handles = [store, ...(opened.peers ?? [])];
  let ids = 0;
  const newId = (): string =>
    `00000000-0000-4000-8000-${(ids += 1).toString(16).padStart(12, '0')}`;

  const proposal = (wish: Wish = {}): NewPending =>
    newPending(newId(), { ttlMs: 10 * unit, ...wish });
  const open = async (wish?: Wish): Promise<Pending> => {
    const pending = await store.openPending(proposal(wish));
    claim(pending !== 'too_many_pending', 'a first proposal was one too many');
    return pending;
  };
  const intent = (claims: Partial<Intent> = {}): Intent => ({
    id: newId(),
    capability: 'fixture.touch',
    version: 3,
    principal: 'person:ada',
    maxPerTurn: 1_000,
    policyRevision: 0,
    deadlineMs: 10 * unit,
    mutating: true,
    ...claims,
  });
  return {
    ...opened,
    unit,
    handle: (racer) => handles[racer % handles.length] ?? store,
    proposal,
    open,
    async approve({ approvalMs = 10 * unit, ...wish } = {}) {
      const { id, disclosure } = await open(wish);
      const { changed, pending } = await store.decide(id, disclosure.digest, {
        state: 'approved',
        by: 'olga',
        ttlMs: approvalMs,
      });
      claim(changed && pending !== undefined, 'an open proposal could not be approved');
      return pending;
    },
    change(pending, args) {
      const request = { ...pending.request, args };
      return {
        request,
        fingerprint: fingerprint(request),
        disclosure: disclosureOf(request, pending.provenance),
        modified: ['/note'],
      };
    },
    async mint(id, ttlMs = 5 * unit) {
      const hash = sha256Hex(newId());
      claim((await store.mint(id, hash, ttlMs)) !== undefined, 'an approved proposal got no token');
      return hash;
    },
    grant: (parts) => newGrant(newId(), { lastsMs: 10 * unit, ...parts }),
    request: (parts) => newRequest(newId(), { ttlMs: 10 * unit, ...parts }),
    intent,
    begin: async (claims) => store.begin(intent(claims)),
    find: async (id) => store.findPending(id),
  };
}

/** Runs as many at once as there are racers, each through its own handle. */
export function race<T>(
  { handle }: Scene,
  racers: number,
  run: (store: DoorStore, racer: number) => Awaitable<T>,
): Promise<T[]> {
  return Promise.all(Array.from({ length: racers }, async (_, racer) => run(handle(racer), racer)));
}

/** Closes whatever is overdue, as a sweep does; tells what this caller, and nobody else, has closed. */
export async function closeOverdue(store: DoorStore): Promise<readonly Overdue[]> {
  const closed: Overdue[] = [];
  for (const one of await store.overdue()) {
    const outcome = one.mutating ? 'unknown' : 'rejected';
    if (await store.end(one.id, { outcome, code: 'worker_lost' })) closed.push(one);
  }
  return closed;
}
