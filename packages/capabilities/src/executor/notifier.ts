import type { Awaitable } from '../internal/awaitable.js';
import type { Door } from './door.js';

/** That something waits for a person; where and until when. Holds no content. */
export interface Notice {
  readonly kind: 'confirmation_requested' | 'capability_requested';
  /** The id under which it waits. */
  readonly id: string;
  /** Until when it may be decided, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Which capability it is about; only where the notifier asks for that. */
  readonly capability?: string;
}

/** Carries a notice to whoever may decide: a bell, a mail, a message. */
export interface Notifier {
  /** `capability` also names the capability. Absent: nothing but that something waits. */
  readonly detail?: 'capability';
  /** What it throws costs nobody anything but the notice; it goes to the defect hook. */
  notify(notice: Notice): Awaitable<void>;
}

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
