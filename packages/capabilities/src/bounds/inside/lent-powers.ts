import type { Json } from '../../internal/json.js';
import { PowerError, type PowerFault } from '../../powers/power-error.js';
import { POWER_METHODS } from '../../powers/power-methods.js';
import type { Powers } from '../../powers/powers.js';
import { createTurnstile } from '../../internal/turnstile.js';
import { MOST_ASKED, MOST_OPEN, type Call, type FromWorker } from '../channel/messages.js';

/** The powers of one call, each of which asks the host; and the way the host's answers come back. */
export interface LentPowers {
  readonly powers: Partial<Powers>;
  answer(ask: number, value: Json): void;
  refuse(ask: number, power: string, code: PowerFault): void;
  /** The call is over: whoever still asks is told `aborted`, and nothing more is said. */
  end(): void;
}

interface Waiting {
  readonly power: string;
  resolve(value: Json): void;
  reject(thrown: unknown): void;
}

/** Makes what a handler is handed as its powers: exactly those of its call, and nothing behind them. */
export function lentPowers(call: Call, say: (message: FromWorker) => void): LentPowers {
  const waiting = new Map<number, Waiting>();
  const startedAt = performance.now();
  // More at once than the host takes wait here; whoever asks past it is ended there.
  const inTurn = createTurnstile(MOST_OPEN);
  let asked = 0;
  let isOver = false;

  function ask(
    at: { readonly power: string; readonly name?: string },
    method: string,
    args: readonly Json[],
    signal: AbortSignal | undefined,
  ): Promise<Json> {
    return new Promise((resolve, reject) => {
      const { power } = at;
      if (isOver || signal?.aborted === true) return reject(new PowerError(power, 'aborted'));
      if (asked === MOST_ASKED) return reject(new PowerError(power, 'too_large'));
      const id = (asked += 1);
      const drop = (): void => {
        if (!waiting.delete(id)) return;
        if (!isOver) say({ is: 'drop', call: call.call, ask: id });
        reject(new PowerError(power, 'aborted'));
      };
      signal?.addEventListener('abort', drop, { once: true });
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', drop);
          settle(value);
        };
      waiting.set(id, { power, resolve: settled(resolve), reject: settled(reject) });
      say({ is: 'ask', call: call.call, ask: id, ...at, method, args });
    });
  }

  /** A method for each that the power has: plain arguments go to the host, the signal stays. */
  function asking(power: keyof typeof POWER_METHODS, name?: string): unknown {
    const methods = Object.entries(POWER_METHODS[power] as Readonly<Record<string, number>>);
    const at = name === undefined ? { power } : { power, name };
    return Object.freeze(
      Object.fromEntries(
        methods.map(([method, count]) => [
          method,
          (...given: readonly unknown[]) => {
            const { signal, ...options } = (given[count] ?? {}) as { signal?: AbortSignal };
            try {
              const args = JSON.parse(
                JSON.stringify([...Array.from({ length: count }, (_, at) => given[at]), options]),
              ) as readonly Json[];
              return unlessAborted(power, signal, () =>
                inTurn(() => ask(at, method, args, signal)),
              );
            } catch {
              return Promise.reject(new PowerError(power, 'invalid_arguments'));
            }
          },
        ]),
      ),
    );
  }

  const made: Record<string, unknown> = {};
  for (const power of call.powers) {
    if (power === 'clock')
      made[power] = Object.freeze({
        now: () => Math.floor(call.now + performance.now() - startedAt),
      });
    else if (power === 'log')
      made[power] = Object.freeze({
        note: (word: string, facts: Json = {}) => {
          if (isOver) return;
          try {
            say({ is: 'note', call: call.call, word, facts });
          } catch {
            // What cannot be written is no note, and is dropped like any other.
          }
        },
      });
    else if (power === 'origin')
      made[power] = Object.freeze(
        Object.fromEntries(call.origins.map((name) => [name, asking('origin', name)])),
      );
    else if (Object.hasOwn(POWER_METHODS, power))
      made[power] = asking(power as keyof typeof POWER_METHODS);
  }

  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  return Object.freeze<LentPowers>({
    powers: Object.freeze(made) as Partial<Powers>,
    answer: (id, value) => take(id)?.resolve(value),
    refuse: (id, power, code) => take(id)?.reject(new PowerError(power, code)),
    end() {
      isOver = true;
      for (const [id, { power, reject }] of waiting) {
        waiting.delete(id);
        reject(new PowerError(power, 'aborted'));
      }
    },
  });
}

/** Whoever waits for a turn is told at once that the wish was aborted; the turn then passes it by. */
function unlessAborted(
  power: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Json>,
): Promise<Json> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new PowerError(power, 'aborted'));
    if (signal.aborted) return onAbort();
    const leave =
      <T>(settle: (value: T) => void) =>
      (value: T): void => {
        signal.removeEventListener('abort', onAbort);
        settle(value);
      };
    signal.addEventListener('abort', onAbort);
    work().then(leave(resolve), leave(reject));
  });
}
