import type { Explained } from '../desks/policy-desk.js';
import type { Door } from './door.js';
import type { Proposed, Validated } from './evidence.js';
import type { Trail } from './pipeline.js';

/** Tells which rule decides on a proposal, which lost, and what would change that. Changes nothing. */
export function explained({ known, rejection }: Trail<Proposed, Validated>, door: Door): Explained {
  if (rejection !== undefined)
    return Object.freeze({
      ok: false,
      stage: rejection.stage === 'resolve' ? 'resolve' : 'validate',
      code: rejection.code,
      ...(rejection.violations !== undefined && { violations: rejection.violations }),
    });
  const { capability, caller, target } = known as Validated; // INVARIANT: nothing was refused
  const rules = door.rulesInForce();
  if (rules === undefined)
    return Object.freeze({ ok: false, stage: 'policy', code: 'policy_is_fixed' });
  const now = (): number => door.clock.now();
  return Object.freeze({
    ok: true,
    locked: capability.locked,
    explanation: rules.explain({ capability, caller, target, now }),
  });
}
