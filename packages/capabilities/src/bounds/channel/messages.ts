import type { Json } from '../../internal/json.js';
import type { PowerFault } from '../../powers/power-error.js';

// What is said between a host and a worker in which a handler runs. All of it is plain JSON.
// A worker is believed nothing but the result of its call, and that is checked.

/** The one piece of work a worker has at a time. */
export interface Call {
  readonly is: 'call';
  /** Random; whatever does not carry it belongs to another call. */
  readonly call: string;
  readonly args: Json;
  readonly maxResultBytes: number;
  readonly invocation: { readonly id: string; readonly key?: string };
  /** Which powers there are, and of `origin` under which names. */
  readonly powers: readonly string[];
  readonly origins: readonly string[];
  /** Milliseconds since 1970, by the clock that was lent. */
  readonly now: number;
}

/** What a host says. */
export type ToWorker =
  | { readonly is: 'load'; readonly source: string }
  | Call
  | { readonly is: 'answer'; readonly call: string; readonly ask: number; readonly value: Json }
  | {
      readonly is: 'refusal';
      readonly call: string;
      readonly ask: number;
      readonly power: string;
      readonly code: PowerFault;
    };

/** What a worker says. */
export type FromWorker =
  /** It is there, and takes a handler. */
  | { readonly is: 'ready' }
  /** The handler is there; or it is none, and why, for the host's defect hook. */
  | { readonly is: 'loaded' }
  | { readonly is: 'unloadable'; readonly text: string }
  | { readonly is: 'result'; readonly call: string; readonly result: Json }
  | {
      readonly is: 'failed';
      readonly call: string;
      readonly code: 'result_too_large' | 'invalid_result' | 'handler_failed';
      readonly reason?: string;
      /** What was thrown, as text: for the host's defect hook. */
      readonly text?: string;
    }
  | {
      readonly is: 'ask';
      readonly call: string;
      readonly ask: number;
      readonly power: string;
      readonly method: string;
      /** With `origin`: which. */
      readonly name?: string;
      readonly args: readonly Json[];
    }
  /** The handler does not wait for this answer any more. */
  | { readonly is: 'drop'; readonly call: string; readonly ask: number }
  | {
      readonly is: 'note';
      readonly call: string;
      readonly word: string;
      readonly facts: Json;
    };

/** How much one call may ask of powers at once, and in all. A worker of ours never asks for more. */
export const MOST_OPEN = 64;
export const MOST_ASKED = 10_000;

/** How much a worker may say that is not its result: what it asks of powers, its notes, its frames. */
export const ASIDE_BYTES = 1_048_576;
