import type { Deadlines } from '../bounds/deadlines.js';
import { isThenable } from '../internal/awaitable.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;

/**
 * A port whose promises are waited for no longer than this: one that never answers must not hold
 * whoever asks for ever. What is said at once is said at once.
 *
 * The step itself is not taken back. Whoever gives up on it does not know whether it happened, and
 * goes on as after any other failure of the port: nothing is let through.
 */
export function patient<Port extends object>(
  port: Port,
  name: string,
  ms: number,
  deadlines: Deadlines,
): Port {
  const methods: PropertyDescriptorMap = {};
  for (const key of methodsOf(port)) {
    const method = (port as Record<string, Method>)[key] as Method;
    methods[key] = {
      value: (...args: unknown[]): unknown => {
        const answer = method.apply(port, args);
        return isThenable(answer) ? within(answer, `${name}.${key}`, ms, deadlines) : answer;
      },
    };
  }
  // Inherits, so that what is no method is read from the port itself.
  return Object.freeze(Object.create(port, methods) as Port);
}

function within(
  answer: PromiseLike<unknown>,
  what: string,
  ms: number,
  deadlines: Deadlines,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = deadlines.after(ms, () =>
      reject(new Error(`\`${what}\` gave no answer within ${ms} ms`)),
    );
    answer.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (thrown: unknown) => {
        cancel();
        // What a port rejects with is passed on as it is.
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors
        reject(thrown);
      },
    );
  });
}

/** Its own methods and those of its class; never what every object has. */
function methodsOf(port: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    let holder: object | null = port;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  )
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(holder)))
      if (key !== 'constructor' && typeof value === 'function') names.add(key);
  return names;
}
