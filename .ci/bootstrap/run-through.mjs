import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// A terminal sends Ctrl-C to every process on it, the child included: once is enough.
const PASSED_ON = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command on this process's own terminal, hands on the signals it gets, and resolves to the
 * exit code, which is 128 and the signal's number when a signal ended it.
 */
export function runThrough(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: 'inherit',
      // On Windows a command of node_modules/.bin is a script for the shell.
      shell: process.platform === 'win32',
    });
    if (process.stdin.isTTY) process.on('SIGINT', () => {});
    for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
    whenOrphaned(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * npm passes a signal to the shell it started, and that shell ends without a word to anyone. That
 * it is gone is all there is to see.
 */
function whenOrphaned(act) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 250);
  watch.unref();
}
