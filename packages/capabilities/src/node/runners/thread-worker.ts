import { Worker as Thread } from 'node:worker_threads';
import type { Ear, Worker } from '../../bounds/worker.js';

/** Starts a thread and speaks with it in texts. */
export function threadWorker(program: URL, heapMb: number): Worker {
  const thread = new Thread(program, {
    env: {},
    argv: [],
    execArgv: ['--no-warnings'],
    stdin: false,
    // Kept from the host's own output, and dropped.
    stdout: true,
    stderr: true,
    trackUnmanagedFds: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  let ear: Ear | undefined;
  let mayCome = 0;
  let isGone = false;

  function goes(): void {
    if (isGone) return;
    isGone = true;
    void thread.terminate();
    ear?.gone();
  }

  thread.on('message', (text: unknown) => {
    if (isGone) return;
    mayCome -= typeof text === 'string' ? text.length : Infinity;
    if (mayCome < 0) return goes();
    let message: unknown;
    try {
      message = JSON.parse(text as string);
    } catch {
      return goes();
    }
    ear?.heard(message);
  });
  thread.on('messageerror', goes);
  thread.on('error', goes);
  thread.on('exit', goes);

  return Object.freeze<Worker>({
    say(message) {
      if (!isGone) thread.postMessage(JSON.stringify(message));
    },
    listen(next, maxBytes) {
      ear = next;
      mayCome = maxBytes;
      if (isGone) queueMicrotask(() => ear === next && next.gone());
    },
    kill: goes,
    hold(holds) {
      if (holds) thread.ref();
      else thread.unref();
    },
  });
}
