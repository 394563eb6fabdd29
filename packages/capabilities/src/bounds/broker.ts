import { snapshot } from '../internal/snapshot.js';
import type { Json } from '../internal/json.js';
import { PowerError, type PowerFault } from '../powers/power-error.js';
import { argumentsOf } from '../powers/power-methods.js';
import type { Powers } from '../powers/powers.js';
import { MOST_ASKED, MOST_OPEN, type ToWorker } from './channel/messages.js';

/** Asks the powers of one invocation for a worker, and brings it their answers. */
export interface Broker {
  /** Takes what a worker says about powers; false for what no worker of ours would say. */
  hear(message: Readonly<Record<string, unknown>>): boolean;
  /** The invocation is over: what is still being asked is aborted, and no answer is sent any more. */
  end(): void;
}

/** What an answer may be: the powers' own limits are narrower. */
const ANSWER_SHAPE = { maxDepth: 64, maxNodes: 1_000_000, maxBytes: 67_108_864 } as const;

type Method = (...args: unknown[]) => unknown;

/** Lends powers over a channel. Believes nothing of what comes: not the power, the method or the number of arguments. */
export function broker(
  call: string,
  powers: Partial<Powers>,
  say: (message: ToWorker) => void,
): Broker {
  const open = new Map<number, AbortController>();
  let asked = 0;
  let isOver = false;

  function ask(id: number, power: string, work: (signal: AbortSignal) => Promise<unknown>): void {
    const stop = new AbortController();
    open.set(id, stop);
    const settle = (message: ToWorker): void => {
      if (open.get(id) !== stop) return;
      open.delete(id);
      if (!isOver) say(message);
    };
    const refuse = (code: PowerFault): void =>
      settle({ is: 'refusal', call, ask: id, power, code });
    attempted(() => work(stop.signal)).then(
      (answer) => {
        const copy = snapshot(answer ?? null, ANSWER_SHAPE);
        if (copy.ok) settle({ is: 'answer', call, ask: id, value: copy.value });
        else refuse(copy.rule === 'too_large' ? 'too_large' : 'unavailable');
      },
      // What a power threw, its own refusals aside, stays here.
      (thrown: unknown) => refuse(PowerError.is(thrown) ? thrown.code : 'unavailable'),
    );
  }

  return Object.freeze<Broker>({
    hear(message) {
      const { is, ask: id, power, method, name, args } = message;
      if (is === 'note') {
        note(powers, message);
        return true;
      }
      if (typeof id !== 'number' || !Number.isSafeInteger(id)) return false;
      if (is === 'drop') {
        open.get(id)?.abort();
        open.delete(id);
        return true;
      }
      if (is !== 'ask' || open.has(id) || !Array.isArray(args)) return false;
      if (typeof power !== 'string' || typeof method !== 'string') return false;
      if ((asked += 1) > MOST_ASKED || open.size >= MOST_OPEN) return false;
      const count = argumentsOf(power, method);
      const lent = count === undefined ? undefined : methodOf(powers, power, name, method);
      ask(id, power, (signal) => {
        if (lent === undefined || count === undefined || args.length !== count + 1)
          return Promise.reject(new PowerError(power, 'not_declared'));
        const options = args[count] as Json;
        return Promise.resolve(
          lent(...args.slice(0, count).map(absent), {
            ...(typeof options === 'object' && options),
            signal,
          }),
        );
      });
      return true;
    },
    end() {
      isOver = true;
      for (const stop of open.values()) stop.abort();
      open.clear();
    },
  });
}

/** A power that throws at once has refused as well. */
const attempted = async (work: () => Promise<unknown>): Promise<unknown> => work();

/** JSON has no `undefined`: an argument that was left out comes as `null`. */
const absent = (value: unknown): unknown => value ?? undefined;

/** The method of a power that was lent; of `origin`, under its name. */
function methodOf(
  powers: Partial<Powers>,
  power: string,
  name: unknown,
  method: string,
): Method | undefined {
  const lent = own(powers, power);
  const holder = power === 'origin' ? own(lent, name) : lent;
  const found = own(holder, method);
  return typeof found === 'function'
    ? (...args) => (found as Method).apply(holder, args)
    : undefined;
}

const own = (holder: unknown, key: unknown): unknown =>
  typeof holder === 'object' &&
  holder !== null &&
  typeof key === 'string' &&
  Object.hasOwn(holder, key)
    ? (holder as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** A note answers nothing; whether it is one is the log's to see, and what it throws nobody's. */
function note(powers: Partial<Powers>, { word, facts }: Readonly<Record<string, unknown>>): void {
  try {
    powers.log?.note(word as string, facts as Readonly<Record<string, number | boolean>>);
  } catch {
    // A host may lend a log of its own, and nobody above would catch this.
  }
}
