import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/node/runners/sandbox/command.js';
import { layersHere, type Layer } from '../../../../src/node/runners/sandbox/layer.js';
import { runtimeLayer } from '../../../../src/node/runners/sandbox/node-flags.js';

// The layers without the confined realm: what is left when a handler has got out of that.

const ENGINES = join(import.meta.dirname, '../../../../../../test/engines/node/node_modules');
const NODES = [
  process.execPath,
  ...['node-22-linux-x64', 'node-24-linux-x64', 'node-24-linux-arm64'].map((name) =>
    join(ENGINES, name, 'bin/node'),
  ),
].filter((path) => existsSync(path));

let folder: string;
let server: Server;
let reached = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sovereign-escaped-'));
  chmodSync(folder, 0o755);
  copyFileSync(join(import.meta.dirname, 'escaped.mjs'), join(folder, 'escaped.mjs'));
  writeFileSync(join(folder, 'secret'), 'a secret', { mode: 0o644 });
  new DatabaseSync(join(folder, 'store.db')).exec('CREATE TABLE kept (word TEXT)');
  server = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function output(file: string, args: readonly string[], more = {}): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
      ...more,
    });
    let text = '';
    child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()));
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(text));
  });
}

const versionOf = async (node: string): Promise<string> =>
  (await output(node, ['-p', 'process.versions.node'])).trim();

/** What was gained behind a layer; undefined where it does not work here. */
async function gained(node: string, layer: Layer): Promise<readonly string[] | undefined> {
  const program = join(folder, 'escaped.mjs');
  const known = new Set(
    (await output(node, ['-p', '[...process.allowedNodeEnvironmentFlags].join()']))
      .trim()
      .split(','),
  );
  const { flags } = runtimeLayer({
    program,
    heapMb: 64,
    version: await versionOf(node),
    knows: (flag) => known.has(flag),
  });
  const { port } = server.address() as AddressInfo;
  const told = {
    parent: process.pid,
    port,
    secret: join(folder, 'secret'),
    store: join(folder, 'store.db'),
  };
  const command = commandOf({
    layer,
    node,
    flags,
    program,
    args: [JSON.stringify(told)],
    dataMb: 640,
  });
  const text = await output(command.file, command.args, command.user);
  if (text === '') return undefined;
  const tries = Object.entries(JSON.parse(text) as Record<string, boolean>);
  expect(tries).toHaveLength(12);
  return tries.filter(([, was]) => was).map(([name]) => name);
}

const NETWORK = ['connects', 'fetches'];

for (const node of NODES)
  for (const layer of layersHere())
    describe(`Node ${node === process.execPath ? 'of this program' : node.slice(ENGINES.length + 1)}, ${layer.name}${layer.otherUser ? ' as nobody' : ''}`, () => {
      it(
        'S1-078 whoever is out of the realm gains nothing, or exactly what the isolation says',
        { timeout: 30_000 },
        async ({ skip }) => {
          const before = reached;
          const got = await gained(node, layer);
          if (got === undefined) return skip('this layer does not work on this machine');
          const major = Number((await versionOf(node)).split('.')[0]);
          const isNetworkOpen = layer.name === 'none' && major < 25;
          // The way to signal is taken out of the realm's process object; the runtime itself leaves it.
          const canSignal = layer.name === 'none' && !layer.otherUser;
          expect(got).toEqual([
            ...(isNetworkOpen ? NETWORK.slice(0, 1) : []),
            ...(canSignal ? ['signals its host'] : []),
          ]);
          if (!isNetworkOpen) expect(reached).toBe(before);
        },
      );
    });
