import type { Decision, Desk, DeskAnswer, DeskCode } from '../desks/desk.js';
import { isNote } from '../desks/note.js';
import type { Pending } from '../confirmation/pending.js';
import { drawToken, tokenHash } from '../confirmation/token.js';
import { isCaller } from '../contract/caller.js';
import { MAX_GRANT_MS, type NewGrant } from '../grants/grant.js';
import { bindingOf } from '../grants/scope-faults.js';
import type { Awaitable } from '../internal/awaitable.js';
import { isWhole } from '../internal/whole.js';
import type { DecisionEntry } from '../store/decision-log.js';
import type { Answer, Changed, Modification } from '../store/pending-steps.js';
import { isAnswerable } from './create-grant-desk.js';
import { findDecider, mayGrant, refuseDecider } from './decider.js';
import { onRecord } from './deed.js';
import type { Door } from './door.js';
import { guarded, type Noted } from './noting.js';
import { tellGrant } from './tell-grant.js';
import { reconsider, type Permit, type Refused } from './reconsider.js';

/** Builds the desk of a door. Its methods answer; what a port throws goes to the defect hook. */
export function createDesk(door: Door, permit: Permit): Desk {
  const guard = (work: () => Promise<DeskAnswer>): Promise<DeskAnswer> =>
    guarded(door, work, no('desk_failed'));
  const decide = (decision: Decision): Promise<DeskAnswer> =>
    guard(() => decideOne(decision, door));
  return Object.freeze<Desk>({
    list: async (filter) => door.store.listPending(filter),
    find: async (id) => door.store.findPending(id),

    decide,
    async decideAll(decisions) {
      const answers: { readonly pending: string; readonly answer: DeskAnswer }[] = [];
      for (const decision of decisions)
        answers.push(Object.freeze({ pending: decision?.pending, answer: await decide(decision) }));
      return Object.freeze(answers);
    },

    modify: (change) =>
      guard(async () => {
        const { pending: id, person, seen, args } = change;
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
      guard(async () => {
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
            ? door.store.revoke(id)
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

async function decideOne(stated: Decision, door: Door): Promise<DeskAnswer> {
  // Each part is read once: what is checked is what is carried out.
  const decision: Decision = { ...stated };
  const { pending: id, person, seen, approve, note } = decision;
  if (!isDecision(decision)) return no('invalid_decision');
  const found = await decidable(id, person, door);
  if (isAnswer(found)) return found;
  const grant = grantOf(found, decision, door);
  if (grant === 'without_effect') return no('grant_without_effect', found);
  if (grant !== undefined) {
    // Who may say yes once may not always give it for a time.
    const giver = await findDecider(person, door);
    if (giver === undefined || !(await mayGrant(giver, grant.holder, door)))
      return no(await refuseDecider(id, giver, door));
  }
  const deed = {
    person: `person:${person}`,
    kind: approve ? 'approved' : 'declined',
    seen,
    note,
    grant,
  } as const;
  // A yes that has not run yet can be taken back.
  if (found.state === 'approved' && !approve)
    return carryOut(found, deed, () => door.store.revoke(id), door);
  const { approvalTtlMs: ttlMs } = door.limits;
  const answer: Answer = approve
    ? { state: 'approved', by: person, ttlMs, ...(grant !== undefined && { grant }) }
    : { state: 'declined', by: person, ...(note !== undefined && { note }) };
  return carryOut(found, deed, () => door.store.decide(id, seen, answer), door);
}

/** What a yes for a time gives: exactly this, to exactly whoever asked. */
function grantOf(
  { id, request, grantable }: Pending,
  { person, grantMs }: Decision,
  door: Door,
): NewGrant | 'without_effect' | undefined {
  if (grantMs === undefined) return undefined;
  const capability = door.registry.find(request.capability, request.version);
  const fits = capability !== undefined && capability.digest === request.contractDigest;
  if (!grantable || !fits || !isAnswerable(capability, door)) return 'without_effect';
  return {
    id: crypto.randomUUID(),
    holder: request.principal,
    giver: person,
    contracts: [bindingOf(capability)],
    scope: {
      capability: capability.id,
      ...(request.target !== undefined && { target: request.target }),
      args: request.args,
      access: capability.sideEffect === 'read_only' ? 'read' : 'write',
    },
    source: { kind: 'approval', id },
    startsInMs: 0,
    lastsMs: grantMs === 'usual' ? door.limits.approvalGrantMs : grantMs,
  };
}

/** Finds the proposal if this is a person who may decide it; a try by anybody else is on record. */
async function decidable(id: string, person: string, door: Door): Promise<Pending | DeskAnswer> {
  const pending = typeof id === 'string' ? await door.store.findPending(id) : undefined;
  if (pending === undefined) return no('not_found');
  const decider = await findDecider(person, door);
  if (decider !== undefined && (await door.directory.mayDecide(decider, pending)) === true)
    return pending;
  return no(await refuseDecider(pending.id, decider, door));
}

interface Deed extends Pick<DecisionEntry, 'person' | 'seen' | 'changedTo'> {
  readonly kind: Exclude<DecisionEntry['kind'], 'void' | 'unsure'>;
  readonly note?: string | undefined;
  /** What is given with a yes for a time. */
  readonly grant?: NewGrant | undefined;
}

/** Puts what a person decided on record, and does it where it still is what they saw. */
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
  const log = async (kind: DecisionEntry['kind'] = deed.kind): Promise<void> =>
    door.decisions.append(await entryOf(found, { ...deed, kind }, door));
  const done = await onRecord({ notices: noticesOf(found, deed), log, change }, door);
  if (done === undefined) return no('audit_failed', found);

  const { changed, pending, grant } = done;
  if (pending === undefined) return no('not_found');
  if (!changed)
    return no(pending.state === 'open' ? 'disclosure_changed' : 'already_decided', pending);
  door.teller.tell('pending-changed', () => ({ pending: pending.id, state: pending.state }));
  if (grant !== undefined) tellGrant(grant, door);
  return Object.freeze<DeskAnswer>({ ok: true, pending, ...(grant !== undefined && { grant }) });
}

/** The decision, and the grant that goes with it. */
function noticesOf(found: Pending, { kind, person: principal, grant }: Deed): readonly Noted[] {
  const decision: Noted = { kind: 'decision', subject: found.id, code: kind, principal };
  return grant === undefined
    ? [decision]
    : [decision, { kind: 'grant', subject: grant.id, code: 'granted', principal }];
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

const isAnswer = (found: Pending | DeskAnswer): found is DeskAnswer => Object.hasOwn(found, 'ok');
const isRefused = (found: Modification | Refused): found is Refused =>
  Object.hasOwn(found, 'refusal');

const no = (code: DeskCode, pending?: Pending): DeskAnswer =>
  Object.freeze({ ok: false, code, ...(pending !== undefined && { state: pending.state }) });

/** A note goes with a no and fits on a screen; a length of time goes with a yes. */
function isDecision({ seen, approve, note, grantMs }: Decision): boolean {
  if (typeof approve !== 'boolean' || typeof seen !== 'string' || !isNote(note)) return false;
  if (!approve) return grantMs === undefined;
  const isLength = grantMs === undefined || grantMs === 'usual';
  return note === undefined && (isLength || isWhole(grantMs, 1_000, MAX_GRANT_MS));
}
