import type { Awaitable } from '../internal/awaitable.js';

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
