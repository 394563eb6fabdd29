import type { EventDraft } from '../audit/event.js';
import type { Disclosure } from '../confirmation/disclosure.js';
import { fingerprint } from '../confirmation/fingerprint.js';
import type { StoredRequest } from '../confirmation/pending.js';
import type { Principal, Provenance } from '../contract/caller.js';
import type { NewRequest } from '../grants/capability-request.js';
import type { NewGrant } from '../grants/grant.js';
import type { Json } from '../internal/json.js';
import { sha256Hex } from '../internal/sha256.js';
import type { NewPending } from '../store/pending-steps.js';

/** What may differ in a proposal. */
export interface Wish {
  readonly principal?: Principal;
  readonly args?: Json;
  readonly provenance?: readonly Provenance[];
  readonly grantable?: boolean;
  readonly ttlMs?: number;
  readonly maxOpen?: number;
}

const DIGEST = sha256Hex('a contract');
const CONTRACTS = [{ id: 'fixture.touch@1', digest: DIGEST }] as const;
const MARKS: readonly Provenance[] = [{ path: '/note', source: 'mail', trust: 'low' }];

/** Makes a proposal that nobody has put yet; the same wish has the same fingerprint. */
export function newPending(
  id: string,
  {
    principal = 'person:ada',
    args = {},
    provenance = MARKS,
    ...wish
  }: Wish & { readonly ttlMs: number },
): NewPending {
  const request = requestedBy(principal, args);
  return {
    id,
    request,
    fingerprint: fingerprint(request),
    disclosure: disclosureOf(request, provenance),
    origin: 'user',
    provenance,
    intention: 'intention-1',
    grantable: wish.grantable ?? true,
    ttlMs: wish.ttlMs,
    maxOpen: wish.maxOpen ?? 1_000,
  };
}

/** Makes a grant of `person:ada`'s that nobody has given yet; it starts at once and has no count. */
export function newGrant(
  id: string,
  parts: Partial<NewGrant> & { readonly lastsMs: number },
): NewGrant {
  return {
    id,
    holder: 'person:ada',
    giver: 'olga',
    contracts: CONTRACTS,
    scope: { capability: 'fixture.touch@1', target: '/a', args: { note: ['x'] }, access: 'write' },
    source: { kind: 'operator' },
    startsInMs: 0,
    ...parts,
  };
}

/** Makes a capability request of `mind:muse`'s that was not put yet; its digest is its own. */
export function newRequest(
  id: string,
  parts: Partial<NewRequest> & { readonly ttlMs: number },
): NewRequest {
  return {
    id,
    principal: 'mind:muse',
    origin: 'model',
    occasion: 'turn:1',
    intention: 'tidy-up',
    contracts: CONTRACTS,
    scope: { capability: 'fixture.touch@1', parameters: { note: 'a*' }, access: 'read' },
    durationMs: 1_000,
    operations: 3,
    reason: 'why\n',
    evidence: ['observation:1'],
    risk: 'low',
    mitigation: 'none',
    fallback: 'ask',
    alternatives: ['wait'],
    digest: sha256Hex(id),
    maxOpen: 5,
    ...parts,
  };
}

/** The terminal event of an attempt before it is on record. */
export type TerminalDraft = Extract<EventDraft, { readonly kind: 'invocation' }>;

/**
 * Makes the terminal event of an attempt: of one that was completed, with so many bytes of result to
 * tell it from another of the same attempt; without them of one that nobody ended.
 */
export function terminalEvent(id: string, resultBytes?: number): TerminalDraft {
  const event = {
    kind: 'invocation',
    id,
    time: '2026-01-01T00:00:00.000Z',
    capability: 'fixture.touch',
    version: 1,
    principal: 'person:ada',
    duration_ms: 1,
  } as const;
  return resultBytes === undefined
    ? { ...event, stage_reached: 'confirmed', outcome: 'unknown', code: 'worker_lost' }
    : { ...event, stage_reached: 'executed', outcome: 'completed', result_bytes: resultBytes };
}

function requestedBy(principal: Principal, args: Json): StoredRequest {
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

/** What a person is shown of a request with these marks. */
export function disclosureOf(request: StoredRequest, marks: readonly Provenance[]): Disclosure {
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
