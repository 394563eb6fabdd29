import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, type Command, type CommandOptions } from './command.js';
import type { Layer } from './layer.js';
import type { NodeFacts } from './node-flags.js';

/** What a program behind a layer could do in fact. */
export interface Reach {
  /** A port, or a socket in a folder that anybody may use. */
  readonly network: boolean;
  readonly files: boolean;
  readonly signals: boolean;
}

/** What a probe found out. */
export interface Found {
  readonly reach: Reach;
  readonly node: NodeFacts;
}

const PATIENCE_MS = 5_000;

/** Starts the probe behind a layer and reports what it found; undefined where it did not even start. */
export async function probe(
  layer: Layer,
  options: Pick<CommandOptions, 'node' | 'program' | 'dataMb'>,
): Promise<Found | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'sovereign-probe-'));
  const servers = [0, 1].map(() => createServer((socket) => socket.destroy()));
  const [byPort, byName] = servers as [Server, Server];
  try {
    const file = join(folder, 'canary');
    // Anybody may read it, so that only a layer that hides files keeps it.
    await chmod(folder, 0o755);
    await writeFile(file, 'canary', { mode: 0o644 });
    await listening(byPort, { host: '127.0.0.1', port: 0 });
    const { port } = byPort.address() as AddressInfo;
    const socket = await openSocket(byName, join(folder, 'socket'));
    const told = JSON.stringify({ host: process.pid, port, socket, file });
    return await answerOf(commandOf({ ...options, layer, flags: [], args: [told] }));
  } finally {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function listening(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, resolve);
  });
}

/** A socket that anybody may use; undefined where none can be made, and then it counts as reached. */
const openSocket = (server: Server, path: string): Promise<string | undefined> =>
  listening(server, { path, readableAll: true, writableAll: true }).then(
    () => path,
    () => undefined,
  );

function answerOf({ file, args, user }: Command): Promise<Found | undefined> {
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
      resolve(code === 0 ? readFound(said) : undefined);
    });
  });
}

function readFound(said: string): Found | undefined {
  try {
    const { reach, node } = JSON.parse(said) as Found;
    const { network, files, signals } = reach;
    const isReach = [network, files, signals].every((one) => typeof one === 'boolean');
    if (isReach && typeof node.version === 'string' && Array.isArray(node.flags))
      return { reach: { network, files, signals }, node };
  } catch {
    // Half a word is no answer.
  }
  return undefined;
}
