import type { Disclosure } from '../confirmation/disclosure.js';
import type { Effect } from '../contract/classification.js';
import type { RejectionCode } from '../contract/codes.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import { disclosureOf } from './disclosing.js';
import type { Door } from './door.js';
import type { Performed, Permitted, Proposed } from './evidence.js';
import { judgeConfirmation, needsNobody } from './judgement.js';
import type { Trail } from './pipeline.js';
import type { Rejection } from './verdict.js';

/** What `invoke` would decide at this instant. Nothing anywhere was changed to find out. */
export interface Preview {
  /** It would run; a person would be asked; it would be refused; an earlier answer would be given. */
  readonly decision: 'execute' | 'ask' | 'reject' | 'recall';
  readonly stage?: Rejection['stage'];
  readonly code?: RejectionCode;
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  /** The ruling of policy, where it got that far. */
  readonly ruling?: Effect;
  /** The rule that decided, where one did. */
  readonly rule?: string;
  /** Whether the table alone already asks a person. */
  readonly structural?: boolean;
  /** What a person would be shown. */
  readonly disclosure?: Disclosure;
}

/** Continues where the pure stages ended: reads what the confirmation stage would come to, and touches nothing. */
export async function foresee({ known, rejection }: Trail<Proposed, Permitted>, door: Door): Promise<Preview> {
  if (rejection !== undefined) return refusal(rejection, known);
  const permitted = known as Permitted;
  const seen = {
    ruling: permitted.ruling,
    ...(permitted.rule !== undefined && { rule: permitted.rule }),
    structural: permitted.capability.confirmation === 'required',
  };
  const judged = await judgeConfirmation(permitted, door);
  switch (judged.is) {
    case 'automatic':
    case 'approved':
      return runs(seen, door);
    case 'recorded':
      return Object.freeze({ ...seen, decision: 'recall' });
    case 'key_conflict':
      return Object.freeze({ ...seen, decision: 'reject', stage: 'confirm', code: 'key_conflict' });
    case 'refused':
      return Object.freeze({ ...seen, decision: 'reject', stage: 'confirm', code: 'confirmation_refused' });
    case 'to_ask':
      return asks(permitted, judged.fingerprint, seen, door);
  }
}

type Seen = Pick<Preview, 'ruling' | 'rule' | 'structural'>;

function runs(seen: Seen, door: Door): Preview {
  return door.auditable()
    ? Object.freeze<Preview>({ ...seen, decision: 'execute' })
    : Object.freeze<Preview>({ ...seen, decision: 'reject', stage: 'execute', code: 'audit_unavailable' });
}

async function asks(known: Permitted, fingerprint: string, seen: Seen, door: Door): Promise<Preview> {
  const no = (stage: Rejection['stage'], code: RejectionCode): Preview =>
    Object.freeze<Preview>({ ...seen, decision: 'reject', stage, code });
  if (known.caller.mayAsk === false) return no('confirm', 'would_ask');
  if (known.argsBytes > door.limits.maxConfirmableBytes) return no('validate', 'invalid_arguments');

  const mine = await door.store.listPending({ principal: known.caller.principal, states: ['open', 'approved', 'declined'] });
  const same = mine.find((pending) => pending.asked === fingerprint);
  if (same?.state === 'declined') return no('confirm', 'declined');
  const live = mine.filter((pending) => pending.state !== 'declined').length;
  if (same === undefined && live >= door.limits.maxPending) return no('confirm', 'too_many_pending');
  return Object.freeze<Preview>({
    ...seen,
    decision: 'ask',
    stage: 'confirm',
    code: 'confirmation_required',
    disclosure: same?.disclosure ?? disclosureOf(known),
  });
}

function refusal(rejection: Rejection, known: Trail<Proposed, Permitted>['known']): Preview {
  const { stage, code, reason, violations, ruled } = rejection;
  const ruling = ruled?.effect ?? known.ruling;
  const rule = ruled === undefined ? known.rule : ruled.rule;
  return Object.freeze<Preview>({
    decision: 'reject',
    stage,
    code,
    ...(reason !== undefined && { reason }),
    ...(violations !== undefined && { violations }),
    ...(ruling !== undefined && { ruling }),
    ...(rule !== undefined && { rule }),
  });
}
