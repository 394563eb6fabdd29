import type { Readable, Writable } from 'node:stream';

/** A stream that is written to, and may be a terminal. */
export type Written = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything a command knows of the process around it. Tests pass their own. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Written;
  readonly stderr: Written;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
