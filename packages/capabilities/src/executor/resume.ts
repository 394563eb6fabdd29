import { createCaller, type CallerFacts } from '../contract/caller.js';
import type { Executor } from './executor.js';
import type { Outcome } from './outcome.js';

/** What the host may add when it goes on with what was asked. */
export type ResumeFacts = Pick<CallerFacts, 'key' | 'bounds' | 'signal'>;

/** Goes on with a pending proposal as it is stored: whoever presents it cannot change what runs, or for whom. */
export async function resume(
  pendingId: string,
  facts: ResumeFacts,
  executor: Pick<Executor, 'desk' | 'invoke'>,
): Promise<Outcome | undefined> {
  const pending = await executor.desk.find(pendingId);
  if (pending === undefined) return undefined;
  const { request, origin, provenance, intention } = pending;
  const caller = createCaller({
    principal: request.principal,
    origin,
    provenance,
    ...(request.occasion !== undefined && { occasion: request.occasion }),
    ...(intention !== undefined && { intention }),
    ...facts,
  });
  const confirmation = await executor.desk.token(pendingId);
  return executor.invoke(
    {
      capability: request.capability,
      version: request.version,
      args: request.args,
      ...(confirmation !== undefined && { confirmation }),
    },
    caller,
  );
}
