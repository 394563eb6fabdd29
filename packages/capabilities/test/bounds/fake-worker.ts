import type { ToWorker } from '../../src/bounds/channel/messages.js';
import type { Ear, Worker } from '../../src/bounds/worker.js';

/** A worker for tests: says what it is told to say, and remembers what it was told. */
export interface FakeWorker extends Worker {
  readonly told: ToWorker[];
  readonly isKilled: () => boolean;
  speak(message: unknown): void;
  die(): void;
}

export function fakeWorker(
  onTold: (message: ToWorker, worker: FakeWorker) => void = () => undefined,
): FakeWorker {
  const told: ToWorker[] = [];
  let ear: Ear | undefined;
  let isKilled = false;
  const worker: FakeWorker = {
    told,
    isKilled: () => isKilled,
    speak: (message) => ear?.heard(message),
    die: () => ear?.gone(),
    say(message) {
      told.push(message);
      onTold(message, worker);
    },
    listen(next) {
      ear = next;
    },
    kill() {
      isKilled = true;
    },
    hold: () => undefined,
  };
  return worker;
}
