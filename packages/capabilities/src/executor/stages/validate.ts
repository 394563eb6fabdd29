import { isCaller } from '../../contract/caller.js';
import { canonicalTarget } from '../../contract/target.js';
import { snapshot } from '../../internal/snapshot.js';
import type { Door } from '../door.js';
import type { Resolved, Validated } from '../evidence.js';
import { pass, reject, type Verdict } from '../verdict.js';

/** Lets through a caller that host code made, with arguments that fit the contract's own schema. */
export function validate(
  known: Resolved,
  door: Door,
): Verdict<Validated> | Promise<Verdict<Validated>> {
  const { ready } = known.capability.args;
  return ready === undefined ? judge(known, door) : ready().then(() => judge(known, door));
}

function judge(known: Resolved, door: Door): Verdict<Validated> {
  const { capability, inner, intake, handed } = known;
  if (!isCaller(handed)) return reject('validate', 'invalid_caller');
  if (intake.fault !== undefined) return invalid('', intake.fault);

  const copy = snapshot(intake.args);
  if (!copy.ok) return invalid('', copy.rule);
  if (!capability.args.check(copy.value))
    return reject('validate', 'invalid_arguments', {
      violations: capability.args.violations(copy.value),
    });
  if (capability.confirmation === 'required' && copy.bytes > door.limits.maxConfirmableBytes)
    return invalid('', 'max_confirmable_bytes');

  const target =
    inner.target && canonicalTarget(capability.targetKind ?? 'name', inner.target(copy.value));
  if (inner.target !== undefined && target === undefined) return invalid('', 'target');
  if (intake.target !== undefined && !sameTarget(known, target))
    return reject('validate', 'target_mismatch');
  return pass({ ...known, caller: handed, args: copy.value, argsBytes: copy.bytes, target });
}

/** A proposer may say what it believes it acts on; believing something else is a refusal. */
function sameTarget({ capability, intake }: Resolved, target: string | undefined): boolean {
  return (
    target !== undefined &&
    typeof intake.target === 'string' &&
    canonicalTarget(capability.targetKind ?? 'name', intake.target) === target
  );
}

const invalid = (path: string, rule: string) =>
  reject('validate', 'invalid_arguments', { violations: [{ path, rule }] });
