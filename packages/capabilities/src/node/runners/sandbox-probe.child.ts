import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { OPTIONAL_FLAGS } from './sandbox/node-flags.js';
import type { Found } from './sandbox/probe.js';

// Tries what a handler must not be able to do, without any layer of the runtime, so that what is told
// is what the operating system does: reads a file of the host, reaches a port and a socket of the host,
// signals it. And says what it runs on, since that need not be what the host runs on.

const { host, port, socket, file } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly host: number;
  readonly port: number;
  readonly socket?: string;
  readonly file: string;
};

function isPossible(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const reaches = (
  where: { readonly port: number; readonly host: string } | { readonly path: string },
): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(where, () => resolve(true));
    connection.on('error', () => resolve(false));
    connection.setTimeout(1_000, () => resolve(false));
  });

const found: Found = {
  reach: {
    // A namespace of the network keeps ports, and no sockets that lie in a folder.
    network:
      (await reaches({ port, host: '127.0.0.1' })) ||
      socket === undefined ||
      (await reaches({ path: socket })),
    files: isPossible(() => readFileSync(file)),
    signals: isPossible(() => process.kill(host, 0)),
  },
  node: {
    version: process.versions.node,
    flags: OPTIONAL_FLAGS.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)),
  },
};
process.stdout.write(JSON.stringify(found), () => process.exit(0));
