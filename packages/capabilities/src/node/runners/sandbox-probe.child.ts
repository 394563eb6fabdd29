import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';

// Tries what a handler must not be able to do, without any layer of the runtime, so that what is told
// is what the operating system does: reads a file of the host, reaches a port of the host, signals it.

const { host, port, file } = JSON.parse(process.argv[2] ?? '{}') as {
  readonly host: number;
  readonly port: number;
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

const reaches = await new Promise<boolean>((resolve) => {
  const socket = connect(port, '127.0.0.1', () => resolve(true));
  socket.on('error', () => resolve(false));
  socket.setTimeout(1_000, () => resolve(false));
});
const told = {
  network: reaches,
  files: isPossible(() => readFileSync(file)),
  signals: isPossible(() => process.kill(host, 0)),
};
process.stdout.write(JSON.stringify(told), () => process.exit(0));
