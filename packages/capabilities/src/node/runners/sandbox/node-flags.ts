import type { Barrier } from '../../../bounds/runner.js';

/** What the runtime itself can keep a handler from, and how it is told to. */
export interface RuntimeLayer {
  readonly flags: readonly string[];
  readonly network: Barrier;
  readonly files: Barrier;
  readonly signals: Barrier;
}

/** What matters of a Node: the one that runs workers, which need not be this program's own. */
export interface NodeFacts {
  /** As `process.versions.node` has it. */
  readonly version: string;
  /** Which of {@link OPTIONAL_FLAGS} it knows. */
  readonly flags: readonly string[];
}

export interface RuntimeOptions extends NodeFacts {
  /** The one file that the program may read. */
  readonly program: string;
  readonly heapMb: number;
}

/** Flags that some versions lack: an unknown one would stop them. */
export const OPTIONAL_FLAGS = Object.freeze([
  '--no-experimental-sqlite',
  '--no-experimental-ffi',
  '--disable-sigusr1',
] as const);

/**
 * Chooses the flags of a worker by what its Node knows.
 *
 * Source of the barriers: the permission model leaves the network open before Node 25, and on every
 * version `node:sqlite` opens any file and a process signals its parent; the module is switched off by
 * a flag, and the ways to signal are taken out before a handler is loaded.
 */
export function runtimeLayer({ program, heapMb, version, flags }: RuntimeOptions): RuntimeLayer {
  const major = Number(version.split('.')[0]);
  return Object.freeze({
    flags: [
      '--permission',
      `--allow-fs-read=${program}`,
      '--no-addons',
      '--frozen-intrinsics',
      `--max-old-space-size=${heapMb}`,
      // A frozen realm is announced as experimental, on an output that nobody reads.
      '--no-warnings',
      ...OPTIONAL_FLAGS.filter((flag) => flags.includes(flag)),
    ],
    network: major >= 25 ? 'runtime' : 'none',
    files: 'runtime',
    signals: 'runtime',
  });
}
