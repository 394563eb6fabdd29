import { spawn } from 'node:child_process';
import { frameOf, frameReader } from '../../bounds/channel/frames.js';
import { createHearing } from '../../bounds/hearing.js';
import type { Worker } from '../../bounds/worker.js';
import type { Command } from './sandbox/command.js';

/** Starts a process and speaks with it in frames over its standard input and output. Nothing else is open to it. */
export function processWorker({ file, args, user }: Command): Worker {
  const child = spawn(file, args, {
    // What a sandbox passes on of an environment is nothing.
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    ...user,
  });
  const hearing = createHearing(() => {
    child.stdout.destroy();
    child.stdin.destroy();
    child.kill('SIGKILL');
  });

  // INVARIANT: one frame is never of more bytes than may still come.
  const reader = frameReader(hearing.left);
  child.stdout.on('data', (bytes: Buffer) => {
    const messages = hearing.count(bytes.length) ? reader.take(bytes) : undefined;
    if (messages === undefined) return hearing.goes();
    for (const message of messages) hearing.heard(message);
  });
  child.on('error', hearing.goes);
  child.on('exit', hearing.goes);
  child.stdout.on('error', hearing.goes);
  child.stdin.on('error', hearing.goes);

  return Object.freeze<Worker>({
    say(message) {
      if (!hearing.isOver()) child.stdin.write(frameOf(message));
    },
    listen: (next, maxBytes) => hearing.listen(next, maxBytes + HEAD_BYTES),
    kill: hearing.goes,
    hold(holds) {
      for (const part of [child, child.stdin, child.stdout] as readonly Holdable[])
        if (holds) part.ref?.();
        else part.unref?.();
    },
  });
}

/** What the frames of a few messages take besides their bodies. */
const HEAD_BYTES = 1_024;

interface Holdable {
  ref?(): void;
  unref?(): void;
}
