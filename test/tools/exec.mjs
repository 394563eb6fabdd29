import { spawn } from 'node:child_process';
import { withInstalledCommands } from '../../.ci/bootstrap/path.mjs';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

/**
 * Runs a command to its end and resolves to its exit code and all it printed. It never rejects: a
 * command that cannot be started is one that failed. Ended along with this process.
 */
export function exec(command, args = [], { cwd = ROOT, env = {}, shell = false } = {}) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(command, args, {
      cwd,
      shell: shell || process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: withInstalledCommands({ ...process.env, ...env }, cwd),
    });
    const letGo = holdOn(child);
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const end = (code, more = '') => {
      letGo();
      resolve({ code, output: Buffer.concat(chunks).toString('utf8') + more });
    };
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code, signal) => end(code ?? 1, signal ? `\nended by ${signal}\n` : ''));
  });
}

/** While a child runs, a signal ends it first. At other times signals are not this file's. */
function holdOn(child) {
  const handlers = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ].map(([signal, code]) => [
    signal,
    () => {
      child.kill(signal);
      // Other children of this moment get theirs before this process ends.
      setImmediate(() => process.exit(code));
    },
  ]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}
