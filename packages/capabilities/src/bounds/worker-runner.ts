import { ContractError } from '../contract/contract-error.js';
import { innerOf, type Capability } from '../contract/capability.js';
import type { Registry } from '../registry/registry.js';
import { converse } from './converse.js';
import type { Deadlines } from './deadlines.js';
import { createPool, type NoSeat } from './pool.js';
import { isVouched, type Isolation, type Ran, type Runner, type Task } from './runner.js';
import type { Worker } from './worker.js';

/** What a runner that has its handlers run elsewhere is made of. */
export interface WorkerRunnerOptions {
  readonly kind: string;
  readonly isolation: Isolation;
  readonly start: () => Worker;
  /** Reads the one file of a handler. */
  readonly read: (handler: URL) => Promise<string>;
  readonly deadlines: Deadlines;
  readonly maxWorkers: number;
  readonly maxCalls: number;
  readonly idleMs: number;
  /** The largest result that a worker has the memory for, in bytes. */
  readonly maxResultBytes: number;
}

/** A runner that can be asked how many workers it has. */
export interface WorkerRunner extends Runner {
  /** How many workers there are, and how many of them wait. */
  count(): { readonly all: number; readonly idle: number };
}

/** Makes a runner whose handlers are elsewhere: a seat, a conversation, and the seat given back. */
export function workerRunner(options: WorkerRunnerOptions): WorkerRunner {
  const { kind, isolation, read, deadlines, maxResultBytes } = options;
  const pool = createPool(options);
  const sources = new Map<string, string>();

  /** What the file says when the program starts is what runs until it ends. */
  async function sourceOf({ id }: Capability, handler: URL | undefined): Promise<string> {
    const known = sources.get(id);
    if (known !== undefined) return known;
    if (handler === undefined)
      throw new ContractError(
        id,
        `has its work inline, which the \`${kind}\` runner cannot take elsewhere: name a module with \`handler\``,
      );
    const source = await read(handler).catch(() => {
      throw new ContractError(id, 'its handler module cannot be read');
    });
    sources.set(id, source);
    return source;
  }

  return Object.freeze<WorkerRunner>({
    kind,
    isolation: Object.freeze({ ...isolation }),
    async prepare(registry: Registry) {
      for (const capability of registry.capabilities) {
        const work = innerOf(capability);
        if (work === undefined || capability.locked) continue;
        if (capability.bounds.maxResultBytes > maxResultBytes)
          throw new ContractError(
            capability.id,
            `its result may be larger than a worker has memory for: \`maxResultBytes\` is at most ${maxResultBytes} here`,
          );
        await sourceOf(capability, work.handler);
      }
    },
    async run(task) {
      if (!isVouched(task)) return NOT_STARTED;
      if (task.signal?.aborted === true) return { ...NOT_STARTED, code: 'cancelled' };
      try {
        const source = await sourceOf(task.capability, task.work.handler);
        // Waiting for a worker is no part of what the handler was given: it has its whole time then.
        const seat = await pool.seat(task.capability.id, source, task.timeoutMs, task.signal);
        if ('ok' in seat) return withoutSeat(seat, task);
        let isGood = false;
        try {
          const ran = await converse(seat.worker, task, deadlines);
          isGood = ran.ok;
          return ran;
        } finally {
          // Whatever happened: a seat that is not given back is one less for good.
          seat.leave(isGood);
        }
      } catch (thrown) {
        return { ...NOT_STARTED, thrown };
      }
    },
    count: pool.count,
    async close() {
      pool.close();
    },
  });
}

const NOT_STARTED = Object.freeze({ ok: false, code: 'worker_lost', started: false } as const);

function withoutSeat(found: NoSeat, { capability }: Task): Ran {
  switch (found.why) {
    case 'unloadable':
      return { ...NOT_STARTED, thrown: new ContractError(capability.id, found.text) };
    case 'late':
      return { ...NOT_STARTED, code: 'timed_out' };
    case 'cancelled':
      return { ...NOT_STARTED, code: 'cancelled' };
    case 'closed':
      return NOT_STARTED;
  }
}
