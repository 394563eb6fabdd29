import type { AuditEvent, EventDraft } from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import type { Answer } from './put-all.js';

/** How many drafts one step takes at most. */
const MOST = 256;

interface Batch {
  readonly drafts: EventDraft[];
  readonly told: Promise<readonly Answer[]>;
}

/**
 * Appends in the order of the calls; what waits for the same flush is one step. Each call resolves
 * with its own event once that is durable, or rejects with why there is none.
 */
export function appendTogether(
  { writeInOrder }: Pick<Database, 'writeInOrder'>,
  appendAll: (tx: Tx, drafts: readonly EventDraft[]) => Promise<readonly Answer[]>,
): (draft: EventDraft) => Promise<AuditEvent> {
  let open: Batch | undefined;

  function begin(): Batch {
    const drafts: EventDraft[] = [];
    // From when it runs, or cannot be, it takes no more; a step that is run again takes the same.
    const seal = (): void => void (open === batch && (open = undefined));
    const told = writeInOrder((tx) => {
      seal();
      return appendAll(tx, drafts);
    });
    const batch: Batch = { drafts, told };
    told.catch(seal);
    return batch;
  }

  return async (draft) => {
    const batch = (open ??= begin());
    const at = batch.drafts.push(draft) - 1;
    if (batch.drafts.length === MOST) open = undefined;
    const answer = (await batch.told)[at];
    if (answer?.event === undefined) throw answer?.thrown;
    return answer.event;
  };
}
