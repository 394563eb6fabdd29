import type { ToWorker } from './channel/messages.js';

/** Hears a worker. One at a time does. */
export interface Ear {
  /** A message, of which nothing is known but that it is plain JSON. */
  heard(message: unknown): void;
  /** It is gone, or said what is no message: it says nothing more. Told once. */
  gone(): void;
}

/** Something apart from the host in which one handler runs. */
export interface Worker {
  /** Drops what cannot be said any more. */
  say(message: ToWorker): void;
  /** From now on this one hears it, and it may say so many bytes until the next does. */
  listen(ear: Ear, maxBytes: number): void;
  /** Ends it, whatever it does, at once. */
  kill(): void;
  /** Whether the program may end although it is there. */
  hold(holds: boolean): void;
}
