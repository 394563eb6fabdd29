import type { Disclosure } from '../confirmation/disclosure.js';
import type { Effect } from '../contract/classification.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import { asked } from './asked.js';
import { disclosureOf } from './disclosing.js';
import type { Door } from './door.js';
import type { Confirmed, Permitted, Proposed } from './evidence.js';
import { judgeConfirmation } from './judgement.js';
import { saysLess, together } from './marks.js';
import type { Trail } from './pipeline.js';
import { pass, reject, type Rejection, type Verdict } from './verdict.js';

/** What policy said, as far as it got. */
export interface PreviewRuling {
  readonly ruling?: Effect;
  /** The rule that decided, where one did. */
  readonly rule?: string;
  /** Whether the table alone already asks a person. */
  readonly structural?: boolean;
}

/** It would run. */
export interface WouldExecute extends PreviewRuling {
  readonly decision: 'execute';
}
/** The answer of an earlier attempt under the same key would be given; nothing would run. */
export interface WouldRecall extends PreviewRuling {
  readonly decision: 'recall';
}
/** A person would be asked, and would be shown this. */
export interface WouldAsk extends PreviewRuling {
  readonly decision: 'ask';
  readonly disclosure: Disclosure;
}
/** It would be refused, at this stage and with this code. */
export interface WouldReject extends PreviewRuling {
  readonly decision: 'reject';
  readonly stage: Rejection['stage'];
  readonly code: RejectionCode;
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  readonly note?: string;
}

/** What `invoke` would decide at this instant. Nothing anywhere was changed to find out. */
export type Preview = WouldExecute | WouldRecall | WouldAsk | WouldReject;

/** Stands where `confirm` does: reads what it would come to, and touches nothing. */
export async function foresee(known: Permitted, door: Door): Promise<Verdict<Confirmed>> {
  const judged = await judgeConfirmation(known, door);
  if (judged.is === 'refused') return judged.rejection;
  if (judged.is === 'confirmed')
    return door.auditable() || judged.known.recorded !== undefined
      ? pass(judged.known)
      : reject('execute', 'audit_unavailable');
  const { principal, provenance = [] } = known.caller;
  const found = await door.store.foreseePending({
    principal,
    fingerprint: judged.fingerprint,
    maxOpen: door.limits.maxPending,
  });
  if (found !== 'fresh' && !saysLess(found, provenance)) return asked(found);
  const marks = together(typeof found === 'object' ? found.provenance : [], provenance);
  return reject('confirm', 'confirmation_required', { disclosure: disclosureOf(known, marks) });
}

/** Tells what was foreseen. */
export function report({ known, rejection }: Trail<Proposed, Confirmed>): Preview {
  const ruling = rejection?.ruled?.effect ?? known.ruling;
  const rule = rejection?.ruled === undefined ? known.rule : rejection.ruled.rule;
  const ruled: PreviewRuling = {
    ...(ruling !== undefined && { ruling }),
    ...(rule !== undefined && { rule }),
    ...(ruling !== undefined && { structural: known.capability?.confirmation === 'required' }),
  };
  if (rejection === undefined)
    return Object.freeze({
      ...ruled,
      decision: known.recorded === undefined ? 'execute' : 'recall',
    });
  const disclosure = rejection.disclosure ?? rejection.pending?.disclosure;
  if (disclosure !== undefined) return Object.freeze({ ...ruled, decision: 'ask', disclosure });
  const { stage, code, reason, violations, note } = rejection;
  return Object.freeze({
    ...ruled,
    decision: 'reject',
    stage,
    code,
    ...(reason !== undefined && { reason }),
    ...(violations !== undefined && { violations }),
    ...(note !== undefined && { note }),
  });
}
