/** Timers that can all be taken back at once, under the names that a handler knows them by. */
export interface OwnTimers {
  readonly globals: Readonly<Record<string, unknown>>;
  /** Nothing that was set and has not rung will ring. */
  clearAll(): void;
}

type Callback = (...args: readonly unknown[]) => void;

interface Native {
  setTimeout(callback: () => void, ms?: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * Makes the timers of a handler. They are numbers, as on the web, so that nothing of the runtime is
 * reachable through one; and what one invocation leaves running does not reach into the next.
 */
export function ownTimers({ setTimeout, clearTimeout }: Native): OwnTimers {
  const running = new Map<number, unknown>();
  let last = 0;

  function set(
    repeats: boolean,
    callback: Callback,
    ms: unknown,
    args: readonly unknown[],
  ): number {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function to call');
    const id = (last += 1);
    const start = (): void => void running.set(id, setTimeout(ring, Number(ms) || 0));
    const ring = (): void => {
      if (repeats) start();
      else running.delete(id);
      callback(...args);
    };
    start();
    return id;
  }
  const clear = (id: unknown): void => {
    clearTimeout(running.get(id as number));
    running.delete(id as number);
  };

  return Object.freeze<OwnTimers>({
    globals: Object.freeze({
      setTimeout: (callback: Callback, ms?: number, ...args: unknown[]) =>
        set(false, callback, ms, args),
      setInterval: (callback: Callback, ms?: number, ...args: unknown[]) =>
        set(true, callback, ms, args),
      setImmediate: (callback: Callback, ...args: unknown[]) => set(false, callback, 0, args),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    }),
    clearAll() {
      for (const id of running.keys()) clear(id);
    },
  });
}
