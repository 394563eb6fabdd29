import type { Awaitable } from '../internal/awaitable.js';
import type { Door } from './door.js';
import { putNotice, type Noted } from './noting.js';

/** What a person decided, and the step of the store that makes it so. */
export interface Deed<Done> {
  /** What goes on record before it, in this order. */
  readonly notices: readonly Noted[];
  /** Writes the decision log: the decision itself, and afterwards what became of it. */
  readonly log?: (outcome?: Undone) => Awaitable<void>;
  readonly change: () => Awaitable<Done>;
}

/** What a record says of a deed that did not follow: it came to nothing, or nobody knows. */
type Undone = 'void' | 'unsure';

/**
 * The record first, then the deed: a yes that is not on record cannot be used. Undefined where it
 * could not be put on record, and nothing was done.
 *
 * Where somebody else was faster, or only a part of it got on record, the record says `void`; where
 * the store threw, which may be before or after it was done, `unsure`.
 *
 * @throws What the store threw. Source: decision «The record comes before the deed».
 */
export async function onRecord<Done extends { readonly changed: boolean }>(
  { notices, log, change }: Deed<Done>,
  door: Door,
): Promise<Done | undefined> {
  const put: Noted[] = [];
  const takeBack = async (code: Undone): Promise<void> => {
    await log?.(code);
    for (const notice of put) await putNotice(door, { ...notice, code });
  };

  await log?.();
  for (const notice of notices) {
    if (!(await putNotice(door, notice))) {
      await takeBack('void');
      return undefined;
    }
    put.push(notice);
  }
  const done = await attempt(change, () => takeBack('unsure'), door);
  if (!done.changed) await takeBack('void');
  return done;
}

/** What the store threw is what there is to tell, whatever else fails after it. */
async function attempt<Done>(
  change: () => Awaitable<Done>,
  onThrow: () => Promise<void>,
  door: Door,
): Promise<Done> {
  try {
    return await change();
  } catch (thrown) {
    await onThrow().catch((after: unknown) => door.defect(after, 'desk'));
    throw thrown;
  }
}
