import type { Desk, DeskAnswer, DeskCode } from '../confirmation/desk.js';
import { drawToken, tokenHash } from '../confirmation/token.js';
import type { Pending } from '../confirmation/pending.js';
import { isCaller } from '../contract/caller.js';
import { isoTime } from '../internal/time.js';
import type { DecisionEntry } from '../store/decision-log.js';
import type { Answer, Changed } from '../store/door-store.js';
import type { Door } from './door.js';
import { reconsider, type Permit } from './reconsider.js';

/** How long a note may be. */
const MAX_NOTE = 2_000;

/** Builds the desk of a door. */
export function createDesk(door: Door, permit: Permit): Desk {
  return Object.freeze<Desk>({
    list: async (filter) => door.store.listPending(filter),
    find: async (id) => door.store.findPending(id),

    async decide({ pending: id, person, seen, approve, note }) {
      if (typeof approve !== 'boolean' || typeof seen !== 'string' || !isNote(note, approve)) return no('invalid_decision');
      const found = await decidable(id, person, door);
      if ('ok' in found) return found;
      const answer: Answer = approve
        ? { state: 'approved', by: person, ttlMs: door.limits.approvalTtlMs }
        : { state: 'declined', by: person, ...(note !== undefined && { note }) };
      const changed = await door.store.decide(id, seen, answer);
      return conclude(changed, seen, { person: `person:${person}`, kind: answer.state, note }, door);
    },

    async modify({ pending: id, person, seen, args }) {
      if (typeof seen !== 'string') return no('invalid_decision');
      const found = await decidable(id, person, door);
      if ('ok' in found) return found;
      const modification = await reconsider(found, args, permit, door);
      if ('refusal' in modification) return { ok: false, code: 'modification_refused', ...modification };
      const changed = await door.store.modify(id, seen, modification);
      return conclude(changed, seen, { person: `person:${person}`, kind: 'modified', before: found }, door);
    },

    async withdraw(id, caller) {
      const pending = await door.store.findPending(id);
      // Somebody else's proposal is answered like one that is not there.
      if (pending === undefined || !isCaller(caller) || pending.request.principal !== caller.principal) return no('not_found');
      const changed = await door.store.decide(id, undefined, { state: 'withdrawn', by: caller.principal });
      return conclude(changed, pending.disclosure.digest, { person: caller.principal, kind: 'withdrawn' }, door);
    },

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

interface Deed {
  readonly person: string;
  readonly kind: DecisionEntry['kind'];
  readonly note?: string | undefined;
  readonly before?: Pending;
}

/** Writes down what was decided. A yes that cannot be put on record is taken back. */
async function conclude({ changed, pending }: Changed, seen: string, deed: Deed, door: Door): Promise<DeskAnswer> {
  if (pending === undefined) return no('not_found');
  if (!changed)
    return pending.state === 'open' ? no('disclosure_changed', pending) : no('already_decided', pending);
  if (!(await note(door, pending.id, deed.kind, deed.person))) {
    await door.store.revoke(pending.id);
    return no('audit_failed');
  }
  await door.decisions.append({
    pendingId: pending.id,
    time: await door.store.now(),
    person: deed.person,
    kind: deed.kind,
    seen,
    request: (deed.before ?? pending).request,
    ...(deed.before !== undefined && { changedTo: pending.request }),
    ...(deed.note !== undefined && { note: deed.note }),
  });
  door.teller.tell('pending-changed', () => ({ pending: pending.id, state: pending.state }));
  return Object.freeze<DeskAnswer>({ ok: true, pending });
}

async function note(door: Door, subject: string, code: string, principal: string | undefined): Promise<boolean> {
  return door.record({
    kind: 'decision',
    id: crypto.randomUUID(),
    time: isoTime(door.clock.now()),
    ...(principal !== undefined && { principal }),
    subject,
    code,
  });
}

const no = (code: DeskCode, pending?: Pending): DeskAnswer =>
  Object.freeze({ ok: false, code, ...(pending !== undefined && { state: pending.state }) });

/** A note goes with a no, and fits on a screen. */
const isNote = (text: unknown, approve: boolean): boolean =>
  text === undefined || (!approve && typeof text === 'string' && text.length <= MAX_NOTE && text.isWellFormed());
