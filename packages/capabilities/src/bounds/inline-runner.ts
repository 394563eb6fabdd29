import { Failure } from '../contract/failure.js';
import { ContractError } from '../contract/contract-error.js';
import { workOf, type Work } from '../contract/handler.js';
import { innerOf, type Capability } from '../contract/capability.js';
import { snapshot } from '../internal/snapshot.js';
import type { Powers } from '../powers/powers.js';
import { createDeadlines } from './deadlines.js';
import type { Ran, RunFault, Runner, Task } from './runner.js';

type Perform = Work<unknown, unknown, Partial<Powers>>;

/** What the inline runner may be told. */
export interface InlineRunnerOptions {
  /** Imports a handler module; for programs whose modules are not where their URLs say. */
  readonly load?: (handler: URL) => Promise<unknown>;
}

/** How deep and how many values a result may hold; its size is the contract's own bound. */
const RESULT_SHAPE = { maxDepth: 64, maxNodes: 1_000_000 } as const;

/**
 * Runs handlers in this very process and thread.
 *
 * Cooperative: at its bound the invocation ends and the signal fires, but a
 * handler that does not listen runs on, and nothing keeps it from network or
 * files. For tests, scripts, and code that is trusted as much as its host.
 */
export function inlineRunner(options: InlineRunnerOptions = {}): Runner {
  const load = options.load ?? ((handler: URL): Promise<unknown> => import(/* @vite-ignore */ handler.href));
  const deadlines = createDeadlines();
  const loaded = new WeakMap<Capability, Perform>();

  async function find(capability: Capability, work: Task['work']): Promise<Perform> {
    if (work.perform !== undefined) return work.perform;
    const module = work.handler === undefined ? undefined : ((await load(work.handler)) as { default?: unknown });
    const found = workOf(module?.default);
    if (found === undefined)
      throw new ContractError(capability.id, 'its handler module has no default export made by `defineHandler`');
    loaded.set(capability, found);
    return found;
  }

  return Object.freeze<Runner>({
    kind: 'inline',
    isolation: Object.freeze({ network: 'none', files: 'none', signals: 'none' }),
    async prepare(registry) {
      for (const capability of registry.capabilities) {
        const work = innerOf(capability);
        if (work !== undefined && !capability.locked) await find(capability, work);
      }
    },
    run(task) {
      const perform = task.work.perform ?? loaded.get(task.capability);
      if (perform !== undefined) return race(perform, task);
      return find(task.capability, task.work).then(
        (found) => race(found, task),
        (thrown: unknown): Ran => ({ ok: false, code: 'worker_lost', started: false, thrown }),
      );
    },
  });

  /** The work against its deadline and the caller's signal; whichever is first decides. */
  function race(perform: Perform, task: Task): Promise<Ran> {
    return new Promise<Ran>((resolve) => {
      const stop = new AbortController();
      let open = true;
      const settle = (ran: Ran): void => {
        if (!open) {
          if (ran.ok || !isEnd(ran.code)) task.late?.();
          return;
        }
        open = false;
        cancelDeadline();
        task.signal?.removeEventListener('abort', onAbort);
        if (!ran.ok) stop.abort();
        resolve(ran);
      };
      const onAbort = (): void => settle({ ok: false, code: 'cancelled', started: true });
      const cancelDeadline = deadlines.after(task.timeoutMs, () =>
        settle({ ok: false, code: 'timed_out', started: true }),
      );
      task.signal?.addEventListener('abort', onAbort);
      if (task.signal?.aborted === true) {
        settle({ ok: false, code: 'cancelled', started: false });
        return;
      }
      const failed = (thrown: unknown): void => settle(failure(thrown));
      try {
        const answer = perform(task.args, task.powers, stop.signal, task.invocation);
        if (isThenable(answer)) answer.then((result) => settle(measure(result, task.maxResultBytes)), failed);
        else settle(measure(answer, task.maxResultBytes));
      } catch (thrown) {
        failed(thrown);
      }
    });
  }
}

/** Whether a fault is the runner's own end of an invocation, not something a handler brought. */
const isEnd = (code: RunFault): boolean => code === 'timed_out' || code === 'cancelled';

/** Takes a result over as plain data, within its size. The size is looked at before the shape. */
export function measure(result: unknown, maxResultBytes: number): Ran {
  const copy = snapshot(result, { ...RESULT_SHAPE, maxBytes: maxResultBytes });
  if (copy.ok) return { ok: true, result: copy.value, resultBytes: copy.bytes };
  return { ok: false, code: copy.rule === 'too_large' ? 'result_too_large' : 'invalid_result', started: true };
}

function failure(thrown: unknown): Ran {
  return Failure.is(thrown)
    ? { ok: false, code: 'handler_failed', reason: thrown.reason, started: true }
    : { ok: false, code: 'handler_failed', started: true, thrown };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function';
}
