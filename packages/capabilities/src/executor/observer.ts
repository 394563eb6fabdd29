import type { Occasion, Principal } from '../contract/caller.js';
import type { Trust } from '../contract/classification.js';
import type { Awaitable } from '../internal/awaitable.js';
import type { Json } from '../internal/json.js';

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
