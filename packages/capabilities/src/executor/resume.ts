import type { Desk } from '../desks/desk.js';
import type { Pending } from '../confirmation/pending.js';
import { createCaller, type Caller, type CallerFacts } from '../contract/caller.js';
import type { Proposal } from '../contract/proposal.js';
import type { Outcome } from './outcome.js';

/** What the host may add when it goes on with what was asked. */
export type ResumeFacts = Pick<CallerFacts, 'key' | 'bounds' | 'signal'>;

/**
 * Goes on with a pending proposal as it is stored: whoever presents it cannot change what runs, or
 * for whom. Nothing runs without the token of a yes; a key is answered from its record.
 */
export async function resume(
  pendingId: string,
  { key, bounds, signal }: ResumeFacts,
  executor: { readonly desk: Desk; invoke(proposal: Proposal, caller: Caller): Promise<Outcome> },
): Promise<Outcome | undefined> {
  const pending = await executor.desk.find(pendingId);
  if (pending === undefined) return undefined;
  const confirmation = await executor.desk.token(pendingId);
  const { capability, version, args } = pending.request;
  const caller = createCaller({
    ...askerOf(pending),
    // Without a yes the door says how it stands: it asks even where its table would not, and nobody anew.
    ...(confirmation === undefined && {
      commitment: true,
      mayAsk: pending.state === 'open' || pending.state === 'declined',
    }),
    ...(key !== undefined && { key }),
    ...(bounds !== undefined && { bounds }),
    ...(signal !== undefined && { signal }),
  });
  return executor.invoke(
    { capability, version, args, ...(confirmation !== undefined && { confirmation }) },
    caller,
  );
}

/** Whoever asked, as the store remembers them. */
export function askerOf({ request, origin, provenance, intention }: Pending): CallerFacts {
  return {
    principal: request.principal,
    origin,
    provenance,
    ...(request.occasion !== undefined && { occasion: request.occasion }),
    ...(intention !== undefined && { intention }),
  };
}
