/** A value, or the promise of one: ports may answer at once, and then nobody waits a tick. */
export type Awaitable<T> = T | Promise<T>;
