import { disclose, type Disclosure } from '../confirmation/disclosure.js';
import type { Provenance } from '../contract/caller.js';
import type { Permitted } from './evidence.js';

/** What a person is shown of this proposal before a yes. */
export function disclosureOf(
  { capability, inner, caller, args, target }: Permitted,
  provenance: readonly Provenance[],
): Disclosure {
  return disclose({
    capability,
    effect: inner.effect?.(args),
    target,
    args,
    principal: caller.principal,
    occasion: caller.occasion,
    provenance,
  });
}
