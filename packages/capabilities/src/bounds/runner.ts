import type { Capability } from '../contract/accepted.js';
import type { InvocationFacts, Work } from '../contract/handler.js';
import type { Json } from '../internal/json.js';
import type { Powers } from '../powers/powers.js';
import type { Registry } from '../registry/registry.js';

/** Who stops a handler from reaching out: the operating system, the runtime, or nobody. */
export type Barrier = 'system' | 'runtime' | 'none';

/** What a runner keeps a handler from. A host starts only if nothing is `none`, unless told otherwise by name. */
export interface Isolation {
  readonly network: Barrier;
  readonly files: Barrier;
  readonly signals: Barrier;
}

/** The way to a capability's work: a module, or a function for the inline runner alone. */
export interface TaskWork {
  readonly handler: URL | undefined;
  readonly perform: Work<unknown, unknown, Partial<Powers>> | undefined;
}

/** One piece of work for a runner. */
export interface Task {
  readonly capability: Capability;
  readonly work: TaskWork;
  readonly args: Json;
  readonly powers: Partial<Powers>;
  readonly timeoutMs: number;
  readonly maxResultBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly invocation: InvocationFacts;
  /** Told when the handler settles after its invocation had ended. What it brought is dropped. */
  readonly late?: () => void;
}

/** Known to this package alone, and set by stage 5: a task that bears it passed every earlier stage. */
export const VOUCHED: unique symbol = Symbol('vouched');

/** A task that may be run. */
export interface VouchedTask extends Task {
  readonly [VOUCHED]: true;
}

/** Tells whether a task came from stage 5: a runner in this process is no way round the door. */
export function isVouched(task: Task): boolean {
  return Object.hasOwn(task, VOUCHED);
}

/** Why a runner has no result. */
export type RunFault =
  | 'timed_out'
  | 'result_too_large'
  | 'invalid_result'
  | 'handler_failed'
  | 'worker_lost'
  | 'cancelled';

/** What came of a task: a result that is plain frozen data within its size, or why there is none. */
export type Ran =
  | { readonly ok: true; readonly result: Json; readonly resultBytes: number }
  | {
      readonly ok: false;
      readonly code: RunFault;
      /** The handler's own word, when it said one. */
      readonly reason?: string;
      /** What was thrown; for the host's defect hook and nothing else. */
      readonly thrown?: unknown;
      /** False when the handler was never started. */
      readonly started: boolean;
    };

/** Runs handlers within their bounds. Never throws. */
export interface Runner {
  readonly kind: string;
  readonly isolation: Isolation;
  /** Loads what there is to load. @throws ContractError — when a capability cannot run here. */
  prepare(registry: Registry): Promise<void>;
  run(task: Task): Promise<Ran>;
  close?(): Promise<void>;
}
