import { fileURLToPath } from 'node:url';
import type { Barrier, Isolation } from '../../bounds/runner.js';
import { createDeadlines, type Deadlines } from '../../bounds/deadlines.js';
import { hearReady } from '../../bounds/first-words.js';
import type { Worker } from '../../bounds/worker.js';
import { workerRunner, type WorkerRunner } from '../../bounds/worker-runner.js';
import { ContractError } from '../../contract/contract-error.js';
import { processWorker } from './process-worker.js';
import { commandOf } from './sandbox/command.js';
import { layersHere, type Layer } from './sandbox/layer.js';
import { runtimeLayer, type RuntimeLayer } from './sandbox/node-flags.js';
import { probe, type Reach } from './sandbox/probe.js';
import { readWorkerOptions, type WorkerOptions } from './worker-options.js';

/** What the process runner may be told. */
export interface ProcessRunnerOptions extends WorkerOptions {
  /**
   * Which layer of the operating system is used: the strongest that works here, unless one is named.
   * `none` leaves handlers to the runtime alone.
   */
  readonly layer?: Layer['name'];
  /** The Node that workers run on: this program's own, unless given. */
  readonly node?: string;
}

/** A process runner, and by which layer it keeps handlers in. */
export interface ProcessRunner extends WorkerRunner {
  readonly layer: Layer['name'];
}

/**
 * Starts a runner whose handlers run in warm processes without rights: no network, no files, no
 * environment, no way to signal, and nothing but their powers.
 *
 * What it says of its isolation was tried on this machine before it says so: for each layer in turn, the
 * strongest first, a program behind it tries to read a file, reach a port and a socket, and signal this
 * process; it also says which Node it is, whose permissions are what the runtime keeps.
 *
 * @throws ContractError — when no worker can be started at all, or the layer that was named does not work here.
 */
export async function openProcessRunner(
  options: ProcessRunnerOptions = {},
): Promise<ProcessRunner> {
  const { heapMb, ...settings } = readWorkerOptions(options);
  const node = options.node ?? process.execPath;
  const program = programAt(options, 'process.child.js');
  const dataMb = CODE_MB + heapMb;
  const deadlines = createDeadlines();

  const candidates = layersHere().filter(({ name }) => (options.layer ?? name) === name);
  const tried = { node, program: programAt(options, 'sandbox-probe.child.js'), dataMb };
  for (const layer of candidates) {
    const found = await probe(layer, tried);
    if (found === undefined) continue;
    const runtime = runtimeLayer({ program, heapMb, ...found.node });
    const command = commandOf({ layer, node, flags: runtime.flags, program, dataMb });
    if (!(await speaks(processWorker(command), deadlines))) continue;
    const runner = workerRunner({
      kind: 'process',
      isolation: isolationOf(found.reach, runtime),
      start: () => processWorker(command),
      deadlines,
      ...settings,
    });
    return Object.freeze<ProcessRunner>({ ...runner, layer: layer.name });
  }
  throw new ContractError(
    'processRunner',
    options.layer === undefined
      ? 'no worker process could be started on this machine'
      : `the layer \`${options.layer}\` does not work on this machine`,
  );
}

/** Tells whether a worker gets as far as its first word. Where none does, every invocation would wait for one. */
function speaks(worker: Worker, deadlines: Deadlines): Promise<boolean> {
  return new Promise<boolean>((resolve) => hearReady(worker, deadlines, resolve)).finally(
    worker.kill,
  );
}

/** What Node's machine code and stacks take beside the heap. Below it, it does not start. */
const CODE_MB = 576;

/** The system's word where it was tried and held; else the runtime's. */
function isolationOf(reach: Reach, runtime: RuntimeLayer): Isolation {
  const barrier = (what: keyof Isolation): Barrier => (reach[what] ? runtime[what] : 'system');
  return { network: barrier('network'), files: barrier('files'), signals: barrier('signals') };
}

/** Where a program of this package lies: beside this module, unless it was bundled elsewhere. */
function programAt(
  { programs = new URL('.', import.meta.url) }: WorkerOptions,
  name: string,
): string {
  return fileURLToPath(new URL(name, programs));
}
