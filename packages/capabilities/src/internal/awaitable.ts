/** A value, or the promise of one: ports may answer at once, and then nobody waits a tick. */
export type Awaitable<T> = T | Promise<T>;

/** Tells whether a port answered with a promise, of whatever realm or library. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> & object {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as PromiseLike<T>).then === 'function'
  );
}

/** Hears a promise that nobody waits for, so that its rejection is not the end of the process. */
export function disarm(promise: PromiseLike<unknown>): void {
  Promise.resolve(promise).catch(() => undefined);
}
