import { createDeadlines } from '../../bounds/deadlines.js';
import { workerRunner, type WorkerRunner } from '../../bounds/worker-runner.js';
import { threadWorker } from './thread-worker.js';
import { readWorkerOptions, type WorkerOptions } from './worker-options.js';

/**
 * Makes a runner whose handlers run in threads of this process, which can be ended whatever they do.
 *
 * Bounds hold; walls do not: a thread shares memory, files, network and identity with its process, so
 * nothing is promised of them, and a host starts with it only on `isolation: 'best-effort'`. Memory
 * outside of the heap, such as buffers, is the whole process's.
 */
export function threadRunner(options: WorkerOptions = {}): WorkerRunner {
  const { heapMb, ...settings } = readWorkerOptions(options);
  const program = new URL('thread.child.js', options.programs ?? new URL('.', import.meta.url));
  return workerRunner({
    kind: 'thread',
    isolation: { network: 'none', files: 'none', signals: 'none' },
    start: () => threadWorker(program, heapMb),
    deadlines: createDeadlines(),
    ...settings,
  });
}
