import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket, type Socket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/node/runners/sandbox/command.js';
import { layersHere, type Layer } from '../../../../src/node/runners/sandbox/layer.js';
import { runtimeLayer, type NodeFacts } from '../../../../src/node/runners/sandbox/node-flags.js';
import { NODES } from '../nodes.js';

// The layers without the confined realm: what is left when a handler has got out of that.

let folder: string;
/** What an escaped program could reach, and how often any of it was reached. */
let servers: readonly [byPort: Server, byName: Server];
let datagrams: Socket;
let reached = 0;
const onReached = (): number => (reached += 1);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sovereign-escaped-'));
  chmodSync(folder, 0o755);
  copyFileSync(join(import.meta.dirname, 'escaped.mjs'), join(folder, 'escaped.mjs'));
  writeFileSync(join(folder, 'secret'), 'a secret', { mode: 0o644 });
  new DatabaseSync(join(folder, 'store.db')).exec('CREATE TABLE kept (word TEXT)');
  servers = [createHttpServer((_, answer) => answer.end('hello')), createServer()];
  const [byPort, byName] = servers;
  for (const server of servers) server.on('connection', onReached);
  await new Promise<void>((resolve) => void byPort.listen(0, '127.0.0.1', resolve));
  const socket = { path: join(folder, 'socket'), readableAll: true, writableAll: true };
  await new Promise<void>((resolve) => void byName.listen(socket, resolve));
  datagrams = createSocket('udp4', (_, { port, address }) => {
    onReached();
    datagrams.send('y', port, address);
  });
  await new Promise<void>((resolve) => void datagrams.bind(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const server of servers) server.close();
  datagrams.close();
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

/** Asked of the Node itself: it need not be the one of this program. */
const factsOf = async (node: string): Promise<NodeFacts> => {
  const known = '[...process.allowedNodeEnvironmentFlags]';
  const told = `JSON.stringify({ version: process.versions.node, flags: ${known} })`;
  return JSON.parse(await output(node, ['-p', told])) as NodeFacts;
};

/** What was gained behind a layer; undefined where it does not work here. */
async function gained(node: string, layer: Layer): Promise<readonly string[] | undefined> {
  const program = join(folder, 'escaped.mjs');
  const { flags } = runtimeLayer({ program, heapMb: 64, ...(await factsOf(node)) });
  const { port } = servers[0].address() as AddressInfo;
  const told = {
    parent: process.pid,
    port,
    udpPort: datagrams.address().port,
    unixSocket: join(folder, 'socket'),
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
  expect(tries).toHaveLength(13);
  return tries.filter(([, was]) => was).map(([name]) => name);
}

const SOCKET = 'reaches a socket of the system';
const NETWORK = ['connects', SOCKET, 'fetches', 'has a datagram answered'];

for (const { title, path: node } of NODES)
  for (const layer of layersHere())
    describe(`${title}, ${layer.name}${layer.otherUser ? ' as nobody' : ''}`, () => {
      it(
        'S1-078 whoever is out of the realm gains nothing, or exactly what the isolation says',
        { timeout: 30_000 },
        async ({ skip }) => {
          const before = reached;
          const got = await gained(node, layer);
          if (got === undefined) return skip('this layer does not work on this machine');
          const major = Number((await factsOf(node)).version.split('.')[0]);
          const isNetworkOpen = layer.name === 'none' && major < 25;
          // A namespace of the network has its own ports, but a socket in a folder is a file.
          const isSocketOpen = layer.name === 'unshare' && major < 25;
          // The way to signal is taken out of the realm's process object; the runtime itself leaves it.
          const canSignal = layer.name === 'none' && !layer.otherUser;
          expect(got).toEqual([
            ...(isNetworkOpen ? NETWORK : isSocketOpen ? [SOCKET] : []),
            ...(canSignal ? ['signals its host'] : []),
          ]);
          if (!isNetworkOpen && !isSocketOpen) expect(reached).toBe(before);
        },
      );
    });
