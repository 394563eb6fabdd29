import type { Occasion, Principal } from '../contract/caller.js';
import type { Trust } from '../contract/classification.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';
import type { Door } from './door.js';
import type { Performed } from './evidence.js';

/** What was seen through one completed invocation, and how far it may be believed. */
export interface Observation {
  /** The id of the attempt, and of its audit event. */
  readonly invocation: string;
  readonly capability: string;
  readonly version: number;
  /** As the contract declares it: `low` for text that anybody may have written. */
  readonly trust: Trust;
  readonly principal: Principal;
  readonly occasion?: Occasion;
  readonly intention?: string;
  readonly result: Json;
}

/** Keeps what was observed. Holds content: it is neither a log nor the audit. */
export interface Observer {
  /** Handed every result that has text in it, once it is on record. What it throws goes to the defect hook. */
  observe(observation: Observation): Awaitable<void>;
}

/** Hands on a result that has text in it. Nothing waits for it but the answer itself. */
export async function observed(known: Performed, { observer, defect }: Door): Promise<void> {
  const { capability, caller, result } = known;
  if (observer === undefined || known.recorded !== undefined || !hasText(result)) return;
  const observation: Observation = Object.freeze({
    invocation: known.id,
    capability: capability.name,
    version: capability.version,
    trust: capability.trust,
    principal: caller.principal,
    ...(caller.occasion !== undefined && { occasion: caller.occasion }),
    ...(caller.intention !== undefined && { intention: caller.intention }),
    result,
  });
  try {
    await observer.observe(observation);
  } catch (thrown) {
    defect(thrown, 'observer');
  }
}

function hasText(value: Json): boolean {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText);
}
