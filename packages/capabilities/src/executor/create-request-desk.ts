import { isCaller, type Caller } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import type { CapabilityRequest, NewRequest } from '../grants/capability-request.js';
import { MAX_GRANT_MS, MAX_USES, type GrantScope, type NewGrant } from '../grants/grant.js';
import { isNarrower } from '../grants/narrower.js';
import { readDraft, readScope } from '../grants/read-draft.js';
import type {
  RequestBatch,
  RequestCode,
  RequestDecision,
  RequestDesk,
  RequestDeskAnswer,
} from '../desks/request-desk.js';
import { requestDigest } from '../grants/request-text.js';
import { bindingOf, contractsOf, scopeFaults } from '../grants/scope-faults.js';
import { canonicalJson } from '../internal/canonical.js';
import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { isWhole } from '../internal/whole.js';
import { isNote } from '../desks/note.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { RequestAnswer, RequestChanged } from '../store/grant-steps.js';
import { isAnswerable } from './create-grant-desk.js';
import { findDecider, mayGrant, refuseDecider } from './decider.js';
import { onRecord } from './deed.js';
import type { Door } from './door.js';
import { guarded, type Noted } from './noting.js';
import { tellGrant } from './tell-grant.js';
import { tellNotifier } from './tell-notifier.js';

/** Opens a capability request, or tells why it may not be one. Nothing is granted by asking. */
export async function requestCapability(
  draft: unknown,
  caller: Caller,
  door: Door,
): Promise<RequestDeskAnswer> {
  return guarded(door, () => open(draft, caller, door), no('desk_failed'));
}

async function open(draft: unknown, caller: Caller, door: Door): Promise<RequestDeskAnswer> {
  if (!isCaller(caller)) return no('invalid_caller');
  if (caller.context !== undefined && caller.context !== 'live') return no('not_live');
  if ((await door.directory.isActive(caller.principal)) !== true) return no('principal_inactive');
  const read = readDraft(draft);
  if (!read.ok) return no('invalid_request', { violations: read.violations });
  const { scope } = read.value;
  // A mind asks for one capability at a time: only a person writes `ns.*`.
  const [capability] = door.registry.capabilities.filter(({ id }) => id === scope.capability);
  if (capability === undefined) return no('unknown_capability');
  if (capability.locked) return no('locked');
  const faults = scopeFaults(scope, [capability]);
  if (faults.length > 0)
    return no('invalid_request', { violations: deepFreeze(underScope(faults)) });
  if (!(await hasEffect(capability, caller, door))) return no('grant_without_effect');
  if (await wasDeclined(scope, caller.principal, door)) return no('recently_declined');

  const asked = {
    ...read.value,
    principal: caller.principal,
    origin: caller.origin,
    ...(caller.occasion !== undefined && { occasion: caller.occasion }),
    ...(caller.intention !== undefined && { intention: caller.intention }),
    contracts: [bindingOf(capability)],
  };
  const wanted: NewRequest = {
    ...asked,
    id: crypto.randomUUID(),
    digest: requestDigest(asked),
    ttlMs: door.limits.requestTtlMs,
    maxOpen: door.limits.maxRequests,
  };
  const request = await door.store.openRequest(wanted);
  if (request === 'too_many_requests') return no('too_many_requests');
  if (request.id === wanted.id) announce(request, door);
  return yes(request);
}

/**
 * A no holds for as long as a request would have waited: asking for the same scope again at once, in
 * other words, would only wear the person down.
 */
async function wasDeclined(scope: GrantScope, principal: string, door: Door): Promise<boolean> {
  const since = (await door.store.now()) - door.limits.requestTtlMs;
  const wanted = canonicalJson(scope as unknown as JsonObject); // INVARIANT: a scope that was read is plain JSON
  const declined = await door.store.listRequests({ principal, states: ['declined'] });
  return declined.some(
    (one) =>
      (one.history.at(-1)?.time ?? 0) > since &&
      canonicalJson(one.scope as unknown as JsonObject) === wanted,
  );
}

/** A grant answers an ask and nothing else: where the ruling is never an ask, none is asked for. */
async function hasEffect(capability: Capability, caller: Caller, door: Door): Promise<boolean> {
  if (!isAnswerable(capability, door)) return false;
  await door.policy.refresh?.(0);
  const effect = door.policy.survey?.(capability, caller.principal).effect ?? 'depends';
  return effect === 'ask' || effect === 'depends';
}

function announce(request: CapabilityRequest, door: Door): void {
  const { id, expiresAt, state, scope } = request;
  door.teller.tell('request-changed', () => ({ request: id, state }));
  tellNotifier({ kind: 'capability_requested', id, expiresAt }, scope.capability, door);
}

/** Builds the desk where persons decide on what minds ask. */
export function createRequestDesk(door: Door): RequestDesk {
  return Object.freeze<RequestDesk>({
    list: async (filter) => door.store.listRequests(filter),
    batches: async (filter) => inBatches(await door.store.listRequests(filter)),
    find: async (id) => (typeof id === 'string' ? door.store.findRequest(id) : undefined),
    decide: (decision) => guarded(door, () => decide(decision, door), no('desk_failed')),
    withdraw: (id, caller) =>
      guarded(
        door,
        async () => {
          const found = typeof id === 'string' ? await door.store.findRequest(id) : undefined;
          // Somebody else's request is answered like one that is not there.
          if (found === undefined || !isCaller(caller) || found.principal !== caller.principal)
            return no('not_found');
          return carryOut(found, { state: 'withdrawn', by: caller.principal }, door);
        },
        no('desk_failed'),
      ),
  });
}

async function decide(stated: RequestDecision, door: Door): Promise<RequestDeskAnswer> {
  // Each part is read once: what is checked is what is granted.
  const decision: RequestDecision = {
    ...stated,
    ...(stated.narrow !== undefined && { narrow: { ...stated.narrow } }),
  };
  const { request: id, person, seen, approve, note } = decision;
  if (typeof approve !== 'boolean' || typeof seen !== 'string' || !isNote(note))
    return no('invalid_decision');
  const found = typeof id === 'string' ? await door.store.findRequest(id) : undefined;
  if (found === undefined) return no('not_found');
  const by = await findDecider(person, door);
  if (by === undefined || !(await mayGrant(by, found.principal, door)))
    return no(await refuseDecider(found.id, by, door));
  if (found.state === 'open' && found.digest !== seen) return no('disclosure_changed');
  const said = note === undefined ? {} : { note };
  if (!approve) return carryOut(found, { state: 'declined', by: by.id, ...said }, door, seen);
  const grant = grantOf(found, decision.narrow, by.id, door);
  if (!Object.hasOwn(grant, 'id')) return grant as RequestDeskAnswer; // INVARIANT: an answer has no id
  return carryOut(
    found,
    { state: 'granted', by: by.id, grant: grant as NewGrant, ...said },
    door,
    seen,
  );
}

/** What was asked, or the part of it that the person leaves. */
function grantOf(
  found: CapabilityRequest,
  narrow: RequestDecision['narrow'] = {},
  giver: string,
  door: Door,
): NewGrant | RequestDeskAnswer {
  const { lastsMs = found.durationMs, uses = found.operations } = narrow;
  const read = narrow.scope === undefined ? undefined : readScope(narrow.scope);
  const faults: Violation[] = [
    ...(isWhole(lastsMs, 1_000, MAX_GRANT_MS) ? [] : [{ path: '/lastsMs', rule: 'range' }]),
    ...(isWhole(uses, 1, MAX_USES) ? [] : [{ path: '/uses', rule: 'range' }]),
    ...(read?.ok === false ? underScope(read.violations) : []),
  ];
  if (read?.ok === false || faults.length > 0)
    return no('invalid_decision', { violations: deepFreeze(faults) });
  const scope = read?.value ?? found.scope;
  const bound = new Map(found.contracts.map(({ id, digest }) => [id, digest]));
  // A contract that changed since it was asked for is another one.
  const contracts = contractsOf(scope.capability, door.registry.capabilities).filter(
    ({ id, digest }) => bound.get(id) === digest,
  );
  if (contracts.length === 0) return no('unknown_capability');
  const wrong = scopeFaults(scope, contracts);
  if (wrong.length > 0)
    return no('invalid_decision', { violations: deepFreeze(underScope(wrong)) });
  const wider = [
    ...(lastsMs > found.durationMs ? ['/lastsMs'] : []),
    ...(uses > found.operations ? ['/uses'] : []),
    ...(isNarrower(scope, found.scope, contracts) ? [] : ['/scope']),
  ].map((path) => ({ path, rule: 'wider' }));
  if (wider.length > 0) return no('wider_than_asked', { violations: deepFreeze(wider) });
  return {
    id: crypto.randomUUID(),
    holder: found.principal,
    giver,
    contracts: contracts.map(bindingOf),
    scope,
    source: { kind: 'request', id: found.id },
    startsInMs: 0,
    lastsMs,
    uses,
  };
}

/** Puts the answer on record, and gives it where the request still is what was seen. */
async function carryOut(
  found: CapabilityRequest,
  answer: RequestAnswer,
  door: Door,
  seen?: string,
): Promise<RequestDeskAnswer> {
  if (found.state !== 'open') return no('already_decided', { state: found.state });
  const change = (): Awaitable<RequestChanged> => door.store.decideRequest(found.id, seen, answer);
  const done = await onRecord({ notices: noticesOf(found, answer), change }, door);
  if (done === undefined) return no('audit_failed');
  const { changed, request, grant } = done;
  if (request === undefined) return no('not_found');
  if (!changed) return no('already_decided', { state: request.state });
  door.teller.tell('request-changed', () => ({ request: request.id, state: request.state }));
  if (grant !== undefined) tellGrant(grant, door);
  return yes(request, grant);
}

/** The decision, and the grant that comes of it. */
function noticesOf(found: CapabilityRequest, answer: RequestAnswer): readonly Noted[] {
  const principal = answer.state === 'withdrawn' ? answer.by : `person:${answer.by}`;
  const decision: Noted = { kind: 'decision', subject: found.id, code: answer.state, principal };
  return answer.state === 'granted'
    ? [decision, { kind: 'grant', subject: answer.grant.id, code: 'granted', principal }]
    : [decision];
}

function inBatches(requests: readonly CapabilityRequest[]): readonly RequestBatch[] {
  const batches = new Map<string, CapabilityRequest[]>();
  for (const request of requests) {
    // Without an intention each is an item of its own.
    const item = request.intention === undefined ? request.id : `/${request.intention}`;
    const key = `${request.principal}\n${item}`;
    batches.set(key, [...(batches.get(key) ?? []), request]);
  }
  return deepFreeze(
    [...batches.values()].flatMap((all) => {
      const [first] = all;
      if (first === undefined) return [];
      const { principal, intention } = first;
      return [{ principal, ...(intention !== undefined && { intention }), requests: all }];
    }),
  );
}

const underScope = (faults: readonly Violation[]): readonly Violation[] =>
  faults.map(({ path, rule }) => ({ path: `/scope${path}`, rule }));

const yes = (
  request: CapabilityRequest,
  grant?: Extract<RequestDeskAnswer, { ok: true }>['grant'],
): RequestDeskAnswer => Object.freeze({ ok: true, request, ...(grant !== undefined && { grant }) });

const no = (
  code: RequestCode,
  detail?: Omit<Extract<RequestDeskAnswer, { ok: false }>, 'ok' | 'code'>,
): RequestDeskAnswer => Object.freeze({ ok: false, code, ...detail });
