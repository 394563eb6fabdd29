import { spawn } from 'node:child_process';
import { frameOf, frameReader } from '../../bounds/channel/frames.js';
import type { Ear, Worker } from '../../bounds/worker.js';
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
  let ear: Ear | undefined;
  let mayCome = 0;
  let isGone = false;

  function goes(): void {
    if (isGone) return;
    isGone = true;
    child.stdout.destroy();
    child.stdin.destroy();
    child.kill('SIGKILL');
    ear?.gone();
  }

  // INVARIANT: one frame is never of more bytes than may still come.
  const reader = frameReader(() => mayCome);
  child.stdout.on('data', (bytes: Buffer) => {
    mayCome -= bytes.length;
    const messages = mayCome < 0 ? undefined : reader.take(bytes);
    if (messages === undefined) return goes();
    for (const message of messages) if (!isGone) ear?.heard(message);
  });
  child.on('error', goes);
  child.on('exit', goes);
  child.stdout.on('error', goes);
  child.stdin.on('error', goes);

  return Object.freeze<Worker>({
    say(message) {
      if (!isGone) child.stdin.write(frameOf(message));
    },
    listen(next, maxBytes) {
      ear = next;
      mayCome = maxBytes + HEAD_BYTES;
      if (isGone) queueMicrotask(() => ear === next && next.gone());
    },
    kill: goes,
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
