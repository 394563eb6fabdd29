import type { Ear } from './worker.js';

/** Who hears a worker, and how much that may still say: the same for every kind of worker. */
export interface Hearing {
  /** From now on this one hears it, and it may say so many bytes until the next does. */
  listen(next: Ear, maxBytes: number): void;
  /** Counts bytes that came; false once they are more than may come. */
  count(bytes: number): boolean;
  /** How many bytes may still come. */
  left(): number;
  /** Passes a message on, as long as it is not over. */
  heard(message: unknown): void;
  /** It is over: stops it, and tells whoever listens, and whoever listens later. Once. */
  goes(): void;
  isOver(): boolean;
}

/** Makes a hearing of a worker that is stopped like this. */
export function createHearing(stop: () => void): Hearing {
  let ear: Ear | undefined;
  let left = 0;
  let isOver = false;
  return Object.freeze<Hearing>({
    listen(next, maxBytes) {
      ear = next;
      left = maxBytes;
      if (isOver) queueMicrotask(() => ear === next && next.gone());
    },
    count: (bytes) => (left -= bytes) >= 0,
    left: () => left,
    heard(message) {
      if (!isOver) ear?.heard(message);
    },
    goes() {
      if (isOver) return;
      isOver = true;
      stop();
      ear?.gone();
    },
    isOver: () => isOver,
  });
}
