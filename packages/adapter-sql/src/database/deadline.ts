/** Does something, but is not kept by it: rejects with what `late` makes where it has not ended in time. */
export async function within<T>(ms: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for something, but no longer than so long, and whatever comes of it. */
export async function atMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  await within(
    ms,
    () => awaited,
    () => new Error('late'),
  ).catch(() => undefined);
}
