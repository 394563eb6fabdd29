import { fingerprint } from '../confirmation/fingerprint.js';
import type { Disclosure } from '../confirmation/disclosure.js';
import type { Pending, StoredRequest } from '../confirmation/pending.js';
import type { Principal, Provenance } from '../contract/caller.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';
import { sha256Hex } from '../internal/sha256.js';
import type { DoorStore } from '../store/door-store.js';
import type { Begun, Intent, Overdue } from '../store/intent-steps.js';
import type { Modification, NewPending } from '../store/pending-steps.js';
import { claim } from './claims.js';

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

/** What may differ in a fixture. */
export interface Wish {
  readonly principal?: Principal;
  readonly args?: Json;
  readonly provenance?: readonly Provenance[];
  readonly grantable?: boolean;
  readonly ttlMs?: number;
  readonly maxOpen?: number;
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

const DIGEST = sha256Hex('a contract');
const MARKS: readonly Provenance[] = [{ path: '/note', source: 'mail', trust: 'low' }];

/** Makes the scene of one trial. */
export function sceneOf(opened: OpenStore, unit: number): Scene {
  const { store } = opened;
  const handles = [store, ...(opened.peers ?? [])];
  let ids = 0;
  const newId = (): string =>
    `00000000-0000-4000-8000-${(ids += 1).toString(16).padStart(12, '0')}`;

  const proposal = ({
    principal = 'person:ada',
    args = {},
    provenance = MARKS,
    ...wish
  }: Wish = {}): NewPending => {
    const request = requestOf(principal, args);
    return {
      id: newId(),
      request,
      fingerprint: fingerprint(request),
      disclosure: disclosureOf(request, provenance),
      origin: 'user',
      provenance,
      intention: 'intention-1',
      grantable: wish.grantable ?? true,
      ttlMs: wish.ttlMs ?? 10 * unit,
      maxOpen: wish.maxOpen ?? 1_000,
    };
  };
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

function requestOf(principal: Principal, args: Json): StoredRequest {
  return {
    capability: 'fixture.touch',
    version: 1,
    contractDigest: DIGEST,
    principal,
    occasion: 'turn:1',
    target: '/a',
    args,
  };
}

function disclosureOf(request: StoredRequest, marks: readonly Provenance[]): Disclosure {
  const text = `Touches ${JSON.stringify(request.args)}`;
  const fields = {
    effect: text,
    capability: 'fixture.touch@1',
    target: '/a',
    arguments: JSON.stringify(request.args),
    sideEffect: 'changes something',
    network: 'stays on this device',
    provenance: marks.map(({ path, source }) => `${path} came from ${source}`),
    asker: request.principal,
    occasion: 'turn:1',
    consequence: 'Yes lets exactly this run, once.',
  };
  return { text, fields, digest: sha256Hex(JSON.stringify([request.principal, text, marks])) };
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
