import type { Awaitable } from '../internal/awaitable.js';
import type { Door } from './door.js';
import type { Notice } from './notifier.js';

/** Tells the host's notifier, and waits for nothing. */
export function tellNotifier(
  notice: Omit<Notice, 'capability'>,
  capability: string,
  { notifier, defect }: Door,
): void {
  if (notifier === undefined) return;
  const told = notifier.detail === 'capability' ? { ...notice, capability } : notice;
  void attempt(
    () => notifier.notify(Object.freeze(told)),
    (thrown) => defect(thrown, 'notifier'),
  );
}

async function attempt(
  work: () => Awaitable<void>,
  failed: (thrown: unknown) => void,
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    failed(thrown);
  }
}
