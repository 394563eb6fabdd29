import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, type CommandOptions } from './command.js';
import type { Layer } from './layer.js';

/** What a program behind a layer could do in fact. */
export interface Reach {
  readonly network: boolean;
  readonly files: boolean;
  readonly signals: boolean;
}

const PATIENCE_MS = 5_000;

/** Starts the probe behind a layer and reports what it could do; undefined where it did not even start. */
export async function probe(
  layer: Layer,
  options: Pick<CommandOptions, 'node' | 'program' | 'dataMb'>,
): Promise<Reach | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'sovereign-probe-'));
  const server = createServer((socket) => socket.destroy());
  try {
    const file = join(folder, 'canary');
    // Anybody may read it, so that only a layer that hides files keeps it.
    await chmod(folder, 0o755);
    await writeFile(file, 'canary', { mode: 0o644 });
    const port = await listening(server);
    const told = JSON.stringify({ host: process.pid, port, file });
    return await answerOf(commandOf({ ...options, layer, flags: [], args: [told] }));
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function answerOf({ file, args, user }: ReturnType<typeof commandOf>): Promise<Reach | undefined> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      ...user,
    });
    let said = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.stdout.on('data', (bytes: Buffer) => {
      if (said.length < 1_024) said += bytes.toString('latin1');
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? readReach(said) : undefined);
    });
  });
}

function readReach(said: string): Reach | undefined {
  try {
    const { network, files, signals } = JSON.parse(said) as Record<string, unknown>;
    if (typeof network === 'boolean' && typeof files === 'boolean' && typeof signals === 'boolean')
      return { network, files, signals };
  } catch {
    // Half a word is no answer.
  }
  return undefined;
}
