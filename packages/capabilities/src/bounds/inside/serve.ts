import { workOf, type Work } from '../../contract/handler.js';
import { deepFreeze } from '../../internal/freeze.js';
import type { Powers } from '../../powers/powers.js';
import type { Call, FromWorker, ToWorker } from '../channel/messages.js';
import { failure, measure } from '../measured.js';
import type { Ran } from '../runner.js';
import { lentPowers, type LentPowers } from './lent-powers.js';
import type { OwnTimers } from './own-timers.js';

/** What a worker is made of, whatever it runs in. */
export interface Workshop {
  say(message: FromWorker): void;
  /** Evaluates a handler's one file. */
  load(source: string): Promise<{ readonly default?: unknown }>;
  readonly timers: OwnTimers;
  /** Calls back once everything that was ready to run has run. */
  afterwards(then: () => void): void;
}

/** What is told to a worker. */
export interface Service {
  hear(message: ToWorker): void;
  /** Something threw outside of any promise: the call, if there is one, has failed. */
  threw(thrown: unknown): void;
}

interface Running {
  readonly call: Call;
  readonly lent: LentPowers;
  end(ran: Ran): void;
}

/** Serves one handler: one call after the other, each with powers, timers and a signal of its own. */
export function serve({ say, load, timers, afterwards }: Workshop): Service {
  let work: Work<unknown, unknown, Partial<Powers>> | undefined;
  let running: Running | undefined;

  async function take(source: string): Promise<void> {
    try {
      work = workOf((await load(source)).default);
      if (work === undefined) throw new Error('no default export made by `defineHandler`');
      say({ is: 'loaded' });
    } catch (thrown) {
      say({ is: 'unloadable', text: textOf(thrown) });
    }
  }

  async function run(call: Call): Promise<void> {
    const stop = new AbortController();
    const lent = lentPowers(call, say);
    let isOver = false;
    const end = (ran: Ran): void => {
      if (isOver) return;
      isOver = true;
      running = undefined;
      timers.clearAll();
      lent.end();
      if (!ran.ok) stop.abort();
      // Said only once what the call left to run has run: whoever never comes to an end is late himself,
      // and not the next call.
      afterwards(() =>
        say(ran.ok ? { is: 'result', call: call.call, result: ran.result } : failedOf(call, ran)),
      );
    };
    running = { call, lent, end };
    try {
      const args = deepFreeze(call.args);
      const result = await work?.(args, lent.powers, stop.signal, deepFreeze(call.invocation));
      end(measure(result, call.maxResultBytes));
    } catch (thrown) {
      end(failure(thrown));
    }
  }

  const lentOf = (call: string): LentPowers | undefined =>
    running?.call.call === call ? running.lent : undefined;

  return Object.freeze<Service>({
    hear(message) {
      switch (message.is) {
        case 'load':
          return void take(message.source);
        case 'call':
          return void run(message);
        case 'answer':
          return lentOf(message.call)?.answer(message.ask, message.value);
        case 'refusal':
          return lentOf(message.call)?.refuse(message.ask, message.power, message.code);
      }
    },
    threw: (thrown) => running?.end(failure(thrown)),
  });
}

function failedOf({ call }: Call, ran: Extract<Ran, { ok: false }>): FromWorker {
  const { reason, thrown } = ran;
  return {
    is: 'failed',
    call,
    code: ran.code as 'result_too_large' | 'invalid_result' | 'handler_failed',
    ...(reason !== undefined && { reason }),
    ...(thrown !== undefined && { text: textOf(thrown) }),
  };
}

const MOST_TEXT = 4_096;

/** What was thrown, as text for the host's defect hook; whatever it was. */
function textOf(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return text.slice(0, MOST_TEXT).toWellFormed();
  } catch {
    return 'something that cannot be shown';
  }
}
