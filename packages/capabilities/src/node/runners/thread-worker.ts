import { Worker as Thread } from 'node:worker_threads';
import { createHearing } from '../../bounds/hearing.js';
import type { Worker } from '../../bounds/worker.js';

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
  const hearing = createHearing(() => void thread.terminate());

  thread.on('message', (text: unknown) => {
    const message =
      typeof text === 'string' && hearing.count(Buffer.byteLength(text))
        ? readJson(text)
        : undefined;
    if (message === undefined) return hearing.goes();
    hearing.heard(message);
  });
  thread.on('messageerror', hearing.goes);
  thread.on('error', hearing.goes);
  thread.on('exit', hearing.goes);

  return Object.freeze<Worker>({
    say(message) {
      if (!hearing.isOver()) thread.postMessage(JSON.stringify(message));
    },
    listen: hearing.listen,
    kill: hearing.goes,
    hold(holds) {
      if (holds) thread.ref();
      else thread.unref();
    },
  });
}

/** Undefined for what is no JSON, which has no such value. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
