import { ContractError } from '../contract/contract-error.js';
import { workOf, type Work } from '../contract/handler.js';
import { innerOf, type Capability } from '../contract/capability.js';
import { isThenable } from '../internal/awaitable.js';
import type { Powers } from '../powers/powers.js';
import { createDeadlines, type Deadlines } from './deadlines.js';
import { heed } from './heed.js';
import { failure, measure } from './measured.js';
import { isVouched, type Ran, type RunFault, type Runner, type Task } from './runner.js';

type Perform = Work<unknown, unknown, Partial<Powers>>;

/** What the inline runner may be told. */
export interface InlineRunnerOptions {
  /** Imports a handler module; for programs whose modules are not where their URLs say. */
  readonly load?: (handler: URL) => Promise<unknown>;
}

/**
 * Runs handlers in this very process and thread.
 *
 * Cooperative: at its bound the invocation ends and the signal fires, but a
 * handler that does not listen runs on, and nothing keeps it from network or
 * files. For tests, scripts, and code that is trusted as much as its host.
 */
export function inlineRunner(options: InlineRunnerOptions = {}): Runner {
  const load =
    options.load ?? ((handler: URL): Promise<unknown> => import(/* @vite-ignore */ handler.href));
  const deadlines = createDeadlines();
  const loaded = new WeakMap<Capability, Perform>();

  async function find(capability: Capability, work: Task['work']): Promise<Perform> {
    if (work.perform !== undefined) return work.perform;
    const module =
      work.handler === undefined
        ? undefined
        : ((await load(work.handler)) as { default?: unknown });
    const found = workOf(module?.default);
    if (found === undefined)
      throw new ContractError(
        capability.id,
        'its handler module has no default export made by `defineHandler`',
      );
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
      if (!isVouched(task)) return Promise.resolve(NOT_THROUGH_THE_DOOR);
      const perform = task.work.perform ?? loaded.get(task.capability);
      if (perform !== undefined) return race(perform, task, deadlines);
      return find(task.capability, task.work).then(
        (found) => race(found, task, deadlines),
        (thrown: unknown): Ran => ({ ok: false, code: 'worker_lost', started: false, thrown }),
      );
    },
  });
}

const NOT_THROUGH_THE_DOOR: Ran = Object.freeze({ ok: false, code: 'worker_lost', started: false });

/** The work against its deadline and the caller's signal; whichever is first decides. */
function race(perform: Perform, task: Task, deadlines: Deadlines): Promise<Ran> {
  return new Promise<Ran>((resolve) => {
    const stop = new AbortController();
    let ended: Ran | undefined;
    let late = task.late;
    let unheed: (() => void) | undefined;
    const end = (ran: Ran): void => {
      if (ended !== undefined) {
        // Said once, and only of work that its invocation did not wait for.
        if (!ended.ok && isEnd(ended.code)) late?.();
        late = undefined;
        return;
      }
      ended = ran;
      resolve(ran);
      cancelDeadline();
      unheed?.();
      if (!ran.ok) stop.abort();
    };
    const cancelDeadline = deadlines.after(task.timeoutMs, () =>
      end({ ok: false, code: 'timed_out', started: true }),
    );
    if (task.signal !== undefined) {
      unheed = heed(task.signal, () => end({ ok: false, code: 'cancelled', started: true }));
      if (unheed === undefined) {
        end({ ok: false, code: 'cancelled', started: false });
        return;
      }
    }
    const failed = (thrown: unknown): void => end(failure(thrown));
    try {
      const answer = perform(task.args, task.powers, stop.signal, task.invocation);
      if (isThenable(answer))
        answer.then((result) => end(measure(result, task.maxResultBytes)), failed);
      else end(measure(answer, task.maxResultBytes));
    } catch (thrown) {
      failed(thrown);
    }
  });
}

/** Whether a fault is the runner's own end of an invocation, not something a handler brought. */
const isEnd = (code: RunFault): boolean => code === 'timed_out' || code === 'cancelled';
