import type { Desk, DeskAnswer, DeskCode } from '../confirmation/desk.js';
import type { Pending } from '../confirmation/pending.js';
import { drawToken, tokenHash } from '../confirmation/token.js';
import { isCaller } from '../contract/caller.js';
import type { Awaitable } from '../internal/awaitable.js';
import { isoTime } from '../internal/time.js';
import type { DecisionEntry } from '../store/decision-log.js';
import type { Answer, Changed, Modification } from '../store/pending-steps.js';
import type { Door } from './door.js';
import { reconsider, type Permit, type Refused } from './reconsider.js';

/** How long a note may be. */
const MAX_NOTE = 2_000;

/** Builds the desk of a door. Its methods answer; what a port throws goes to the defect hook. */
export function createDesk(door: Door, permit: Permit): Desk {
  const guarded = async (work: () => Promise<DeskAnswer>): Promise<DeskAnswer> => {
    try {
      return await work();
    } catch (thrown) {
      door.defect(thrown, 'desk');
      return no('desk_failed');
    }
  };
  return Object.freeze<Desk>({
    list: async (filter) => door.store.listPending(filter),
    find: async (id) => door.store.findPending(id),

    decide: ({ pending: id, person, seen, approve, note }) =>
      guarded(async () => {
        if (typeof approve !== 'boolean' || typeof seen !== 'string' || !isNote(note, approve))
          return no('invalid_decision');
        const found = await decidable(id, person, door);
        if (isAnswer(found)) return found;
        const deed = {
          person: `person:${person}`,
          kind: approve ? 'approved' : 'declined',
          seen,
          note,
        } as const;
        // A yes that has not run yet can be taken back.
        if (found.state === 'approved' && !approve)
          return carryOut(found, deed, () => takeBack(found, door), door);
        const answer: Answer = approve
          ? { state: 'approved', by: person, ttlMs: door.limits.approvalTtlMs }
          : { state: 'declined', by: person, ...(note !== undefined && { note }) };
        return carryOut(found, deed, () => door.store.decide(id, seen, answer), door);
      }),

    modify: ({ pending: id, person, seen, args }) =>
      guarded(async () => {
        if (typeof seen !== 'string') return no('invalid_decision');
        const found = await decidable(id, person, door);
        if (isAnswer(found)) return found;
        const modification = await reconsider(found, args, permit, door);
        if (isRefused(modification))
          return { ok: false, code: 'modification_refused', ...modification };
        const deed = {
          person: `person:${person}`,
          kind: 'modified',
          seen,
          changedTo: modification.request,
        } as const;
        return carryOut(found, deed, () => door.store.modify(id, seen, modification), door);
      }),

    withdraw: (id, caller) =>
      guarded(async () => {
        const found = await door.store.findPending(id);
        // Somebody else's proposal is answered like one that is not there.
        if (
          found === undefined ||
          !isCaller(caller) ||
          found.request.principal !== caller.principal
        )
          return no('not_found');
        const deed = {
          person: caller.principal,
          kind: 'withdrawn',
          seen: found.disclosure.digest,
        } as const;
        const withdraw = (): Awaitable<Changed> =>
          found.state === 'approved'
            ? takeBack(found, door)
            : door.store.decide(id, undefined, { state: 'withdrawn', by: caller.principal });
        return carryOut(found, deed, withdraw, door);
      }),

    async token(id) {
      const token = drawToken();
      const hash = tokenHash(token);
      const until = hash && (await door.store.mint(id, hash, door.limits.tokenTtlMs));
      return until === undefined ? undefined : token;
    },
  });
}

/** Finds the proposal if this is a person who may decide it; a try by anybody else is on record. */
async function decidable(id: string, person: string, door: Door): Promise<Pending | DeskAnswer> {
  const pending = typeof id === 'string' ? await door.store.findPending(id) : undefined;
  if (pending === undefined) return no('not_found');
  const decider = typeof person === 'string' ? await door.directory.find(person) : undefined;
  // A directory of the host's own may say who decides, but not that somebody inactive or another does.
  const named = decider?.active === true && decider.id === person;
  if (named && (await door.directory.mayDecide(decider, pending)) === true) return pending;
  const told = await note(door, pending.id, 'not_a_decider', decider && `person:${decider.id}`);
  return no(told ? 'not_a_decider' : 'audit_failed');
}

interface Deed extends Pick<DecisionEntry, 'person' | 'seen' | 'changedTo'> {
  readonly kind: Exclude<DecisionEntry['kind'], 'void'>;
  readonly note?: string | undefined;
}

/**
 * The record first, then the deed: a yes that is not on record cannot be used. Where somebody else
 * was faster the record says that this deed came to nothing.
 */
async function carryOut(
  found: Pending,
  deed: Deed,
  change: () => Awaitable<Changed>,
  door: Door,
): Promise<DeskAnswer> {
  const takesBack =
    found.state === 'approved' && (deed.kind === 'declined' || deed.kind === 'withdrawn');
  if (found.state !== 'open' && !takesBack) return no('already_decided', found);
  if (found.disclosure.digest !== deed.seen) return no('disclosure_changed', found);
  await door.decisions.append(await entryOf(found, deed, door));
  if (!(await note(door, found.id, deed.kind, deed.person))) return no('audit_failed', found);

  const { changed, pending } = await change();
  if (!changed || pending === undefined) {
    await door.decisions.append(await entryOf(found, { ...deed, kind: 'void' }, door));
    await note(door, found.id, 'void', deed.person);
    if (pending === undefined) return no('not_found');
    return no(pending.state === 'open' ? 'disclosure_changed' : 'already_decided', pending);
  }
  door.teller.tell('pending-changed', () => ({ pending: pending.id, state: pending.state }));
  return Object.freeze<DeskAnswer>({ ok: true, pending });
}

async function entryOf(
  found: Pending,
  { person, kind, seen, changedTo, note: text }: Omit<Deed, 'kind'> & Pick<DecisionEntry, 'kind'>,
  door: Door,
): Promise<DecisionEntry> {
  return {
    pendingId: found.id,
    time: await door.store.now(),
    person,
    kind,
    seen,
    request: found.request,
    ...(changedTo !== undefined && { changedTo }),
    ...(text !== undefined && { note: text }),
  };
}

async function takeBack({ id }: Pending, door: Door): Promise<Changed> {
  await door.store.revoke(id);
  const pending = await door.store.findPending(id);
  return { changed: pending?.state === 'withdrawn', pending };
}

async function note(
  door: Door,
  subject: string,
  code: string,
  principal: string | undefined,
): Promise<boolean> {
  return door.record({
    kind: 'decision',
    id: crypto.randomUUID(),
    time: isoTime(door.clock.now()),
    ...(principal !== undefined && { principal }),
    subject,
    code,
  });
}

const isAnswer = (found: Pending | DeskAnswer): found is DeskAnswer => Object.hasOwn(found, 'ok');
const isRefused = (found: Modification | Refused): found is Refused =>
  Object.hasOwn(found, 'refusal');

const no = (code: DeskCode, pending?: Pending): DeskAnswer =>
  Object.freeze({ ok: false, code, ...(pending !== undefined && { state: pending.state }) });

/** A note goes with a no, and fits on a screen. */
const isNote = (text: unknown, approve: boolean): boolean =>
  text === undefined ||
  (!approve && typeof text === 'string' && text.length <= MAX_NOTE && text.isWellFormed());
