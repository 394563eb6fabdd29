import { fingerprint } from '../confirmation/fingerprint.js';
import type { StoredRequest } from '../confirmation/pending.js';
import { tokenHash } from '../confirmation/token.js';
import { isAutomatic } from './automatic.js';
import type { Door } from './door.js';
import type { Confirmed, Permitted } from './evidence.js';
import { findGrant } from './granted.js';
import { reject, type Rejection } from './verdict.js';

/** What stage 4 comes to, before it does anything about it. */
export type Judgement =
  | { readonly is: 'confirmed'; readonly known: Confirmed }
  | { readonly is: 'refused'; readonly rejection: Rejection }
  | { readonly is: 'to_ask'; readonly fingerprint: string; readonly request: StoredRequest };

/**
 * Judges whether a person has said yes to this very invocation, or needs to.
 * Reads only: `preview` and `invoke` both ask it, so that they cannot differ.
 */
export async function judgeConfirmation(known: Permitted, door: Door): Promise<Judgement> {
  if (known.recorded !== undefined) return confirmed({ ...known, confirmedBy: 'record' });
  const request = requestOf(known);
  const name = known.fingerprint ?? fingerprint(request);
  if (known.intake.confirmation !== undefined) return judgeToken(known, name, door);
  if (needsNobody(known)) return confirmed({ ...known, fingerprint: name, confirmedBy: 'table' });
  const granted = await findGrant(known, door);
  if (granted !== undefined)
    return confirmed({ ...known, fingerprint: name, confirmedBy: 'grant', granted });
  if (known.caller.mayAsk === false) return refused(reject('confirm', 'would_ask'));
  const tooLarge = tooLargeToRead(known, door);
  return tooLarge === undefined ? { is: 'to_ask', fingerprint: name, request } : refused(tooLarge);
}

/** Whether the table and the ruling both let it pass without a person. The only place that reads both. */
export function needsNobody(known: Permitted): boolean {
  return isAutomatic(known.capability) && known.ruling === 'allow';
}

/** Refuses what is more than a person could be asked to read before a yes. */
export function tooLargeToRead(
  { argsBytes }: Pick<Permitted, 'argsBytes'>,
  door: Door,
): Rejection | undefined {
  if (argsBytes <= door.limits.maxConfirmableBytes) return undefined;
  return reject('validate', 'invalid_arguments', {
    violations: [{ path: '', rule: 'max_confirmable_bytes' }],
  });
}

/** One answer for missing, spent, lapsed or another's token: which it was is nobody's business. */
async function judgeToken(known: Permitted, name: string, door: Door): Promise<Judgement> {
  const hash = tokenHash(known.intake.confirmation);
  const pending = hash === undefined ? undefined : await door.store.findByToken(hash);
  if (
    hash === undefined ||
    pending === undefined ||
    (pending.asked !== name && pending.fingerprint !== name)
  )
    return refused(reject('confirm', 'confirmation_refused'));
  // A store that gives back other bytes than were shown is refused like a token of another proposal.
  const { request } = pending;
  if (fingerprint(request) !== pending.fingerprint || !known.capability.args.check(request.args))
    return refused(reject('confirm', 'confirmation_refused'));
  return confirmed({
    ...known,
    fingerprint: name,
    confirmedBy: 'person',
    approved: { pending, tokenHash: hash },
  });
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

const confirmed = (known: Confirmed): Judgement => ({ is: 'confirmed', known });
const refused = (rejection: Rejection): Judgement => ({ is: 'refused', rejection });
