import { Console } from 'node:console';
import { EXIT } from './exit-codes.js';
import type { Io } from './io.js';

/**
 * Takes hold of the process: Ctrl-C aborts what runs, and nothing but a command writes to stdout.
 *
 * A second Ctrl-C ends the process at once, with the exit code of an interrupted command.
 */
export function processIo(process: NodeJS.Process): Io {
  const interrupted = new AbortController();
  const interrupt = (): void => {
    if (interrupted.signal.aborted) process.exit(EXIT.bounded);
    interrupted.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // A configuration or handler that prints would mix into the data.
  globalThis.console = new Console(process.stderr, process.stderr);
  // What a handler leaves behind must neither end the process half way nor print what it holds:
  // its invocation ends at its bound, with its event.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, () =>
      process.stderr.write('sovereign: something failed outside of its invocation\n'),
    );
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: interrupted.signal,
  };
}
