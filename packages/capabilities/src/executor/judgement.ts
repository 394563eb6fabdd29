import { fingerprint } from '../confirmation/fingerprint.js';
import type { Pending, StoredRequest } from '../confirmation/pending.js';
import { tokenHash } from '../confirmation/token.js';
import type { Settled } from '../store/door-store.js';
import type { Door } from './door.js';
import type { Permitted } from './evidence.js';

/** What stage 4 comes to, before it does anything about it. */
export type Judgement =
  | { readonly is: 'automatic'; readonly fingerprint?: string }
  | { readonly is: 'recorded'; readonly fingerprint: string; readonly recorded: Settled }
  | { readonly is: 'key_conflict' }
  | { readonly is: 'approved'; readonly fingerprint: string; readonly approved: { readonly pending: Pending; readonly tokenHash: string } }
  | { readonly is: 'refused' }
  | { readonly is: 'to_ask'; readonly fingerprint: string; readonly request: StoredRequest };

/**
 * Judges whether a person has said yes to this very invocation, or needs to.
 * Reads only: `preview` and `invoke` both ask it, so that they cannot differ.
 */
export async function judgeConfirmation(known: Permitted, door: Door): Promise<Judgement> {
  const request = requestOf(known);
  const name = fingerprint(request);
  const { key, principal } = known.caller;
  if (key !== undefined) {
    const record = await door.store.recorded(principal, key, name);
    if (record.state === 'settled') return { is: 'recorded', fingerprint: name, recorded: record.settled };
    if (record.state !== 'unseen') return { is: 'key_conflict' };
  }
  if (known.intake.confirmation !== undefined) return judgeToken(known, name, door);
  return needsNobody(known)
    ? { is: 'automatic', fingerprint: name }
    : { is: 'to_ask', fingerprint: name, request };
}

/** Whether the table and the ruling both let it pass without a person. The only place that reads both. */
export function needsNobody(known: Permitted): boolean {
  return known.capability.confirmation === 'automatic' && known.ruling === 'allow';
}

/** One answer for missing, spent, lapsed or another's token: which it was is nobody's business. */
async function judgeToken(known: Permitted, name: string, door: Door): Promise<Judgement> {
  const hash = tokenHash(known.intake.confirmation);
  const pending = hash === undefined ? undefined : await door.store.findByToken(hash);
  return hash !== undefined && pending !== undefined && (pending.asked === name || pending.fingerprint === name)
    ? { is: 'approved', fingerprint: name, approved: { pending, tokenHash: hash } }
    : { is: 'refused' };
}

/** The request exactly as it would be stored and shown. */
export function requestOf({ caller, capability, target, args }: Permitted): StoredRequest {
  return Object.freeze({
    capability: capability.name,
    version: capability.version,
    contractDigest: capability.digest,
    principal: caller.principal,
    ...(caller.occasion !== undefined && { occasion: caller.occasion }),
    ...(target !== undefined && { target }),
    args,
  });
}
