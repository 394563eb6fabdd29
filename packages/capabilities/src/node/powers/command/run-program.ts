import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A program that is to be started: where it is and its argument vector. Nothing reads it as a line. */
export interface Run {
  readonly path: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly cut: boolean;
  readonly signal: AbortSignal | undefined;
}

/** How it ended. */
export type Ended =
  | {
      readonly is: 'exited';
      readonly exitCode: number;
      readonly stdout: Uint8Array;
      readonly truncated: boolean;
    }
  | { readonly is: 'not_installed' | 'timed_out' | 'aborted' | 'too_large' | 'failed' };

/** Starts programs. The one of this machine, or a test's own. */
export type ProgramRunner = (run: Run) => Promise<Ended>;

/**
 * All that a program finds in its environment: nothing of this process's, and an answer in one
 * language, without colours, pages or questions.
 */
export const PROGRAM_ENVIRONMENT: Readonly<Record<string, string>> = Object.freeze({
  PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PAGER: 'cat',
  SYSTEMD_PAGER: '',
  SYSTEMD_COLORS: '0',
  NO_COLOR: '1',
});

/** Starts a program of this machine: no shell, nothing to read, nothing to write to but its output. */
export const runProgram: ProgramRunner = ({ path, args, timeoutMs, maxOutputBytes, cut, signal }) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) return resolve({ is: 'aborted' });
    const child = spawned(path, args);
    if (child === undefined) return resolve({ is: 'failed' });
    const pieces: Buffer[] = [];
    let bytes = 0;
    let why: Exclude<Ended['is'], 'exited'> | undefined;
    let truncated = false;

    const stop = (reason?: typeof why): void => {
      why ??= reason;
      killAll(child);
      child.stdout.destroy();
    };
    const onAbort = (): void => stop('aborted');
    const timer = setTimeout(() => stop('timed_out'), timeoutMs);
    signal?.addEventListener('abort', onAbort);

    child.stdout.on('data', (piece: Buffer) => {
      const room = maxOutputBytes - bytes;
      bytes += piece.length;
      pieces.push(piece.length > room ? piece.subarray(0, Math.max(0, room)) : piece);
      if (piece.length <= room) return;
      truncated = true;
      stop(cut ? undefined : 'too_large');
    });
    child.stdout.on('error', () => undefined);
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(ended);
    };
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ is: NOT_THERE.has(error.code) ? 'not_installed' : 'failed' }),
    );
    // What it left running behind it is not left, and not waited for: it may hold the output open.
    child.on('exit', () => killAll(child));
    child.on('close', (code) => {
      if (why !== undefined) return end({ is: why });
      if (code === null && !truncated) return end({ is: 'failed' });
      end({ is: 'exited', exitCode: code ?? 0, stdout: Buffer.concat(pieces), truncated });
    });
  });

/** Starts it; undefined where this machine cannot start anything now. */
function spawned(path: string, args: readonly string[]): Child | undefined {
  try {
    const child = spawn(path, args, {
      env: { ...PROGRAM_ENVIRONMENT },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: false,
      // A group of its own, so that what it started goes with it.
      detached: true,
    });
    // Without a handle left for it there is no output, whatever the type says.
    return (child.stdout as Child['stdout'] | undefined) === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}

function killAll({ pid }: Child): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It was over already.
  }
}

type Child = ChildProcessByStdio<null, Readable, null>;

const NOT_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'ENOTDIR']);
