import { spawn, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What stands between `npm test` and the tests, tried in a folder of its own.

const ROOT = dirname(dirname(import.meta.dirname));
const NOBODY = 65_534;

/** Prints its arguments, then ends with the code it is given, or when it is told to stop. */
const TASK = `
const [code, ...rest] = process.argv.slice(2);
process.on('SIGTERM', () => process.exit(7));
console.log(JSON.stringify(rest));
if (code === 'wait') setInterval(() => {}, 1000);
else process.exit(Number(code));
`;

/** Starts the bash script and takes over its exit code. */
const RUN_CI = `
const { spawnSync } = require('node:child_process');
process.exit(spawnSync('bash', ['.ci/run'], { stdio: 'inherit' }).status);
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sovereign-bootstrap-'));
  await chmod(folder, 0o755);
  await cp(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
  const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const scripts = { 'dev:task': 'node task.mjs' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ packageManager, scripts }));
  await writeFile(join(folder, 'pnpm-lock.yaml'), "lockfileVersion: '9.0'\n");
  await writeFile(join(folder, 'task.mjs'), TASK);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Leaves the mark of an install that is up to date. */
async function markInstalled(): Promise<void> {
  const lock = await readFile(join(folder, 'pnpm-lock.yaml'));
  const hash = createHash('sha256').update(lock).digest('hex');
  await mkdir(join(folder, 'node_modules'));
  const stamp = `${hash} ${process.platform}-${process.arch}\n`;
  await writeFile(join(folder, 'node_modules', '.installed'), stamp);
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function bootstrap(
  args: readonly string[],
  options: SpawnOptions & { onOutput?: (kill: (signal: NodeJS.Signals) => void) => void } = {},
): Promise<Ended> {
  const { onOutput, ...rest } = options;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { cwd: folder, stdio: 'pipe', ...rest });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      onOutput?.((signal) => child.kill(signal));
    });
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', ({ message }) => resolve({ code: null, stdout, stderr: message }));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

describe('bootstrap', () => {
  test('refuses an old Node by name, with exit code 78', async () => {
    const old = join(folder, 'old.cjs');
    const versions = "{ ...process.versions, node: '18.20.8' }";
    await writeFile(old, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const { code, stderr } = await bootstrap(['--require', old, '.ci/bootstrap.mjs', 'task', '0']);
    expect(code).toBe(78);
    expect(stderr).toContain('this is Node 18.20.8, and Node 20 or newer is needed');
  });

  test('is read by an old Node up to the message', async () => {
    const text = await readFile(join(ROOT, '.ci/bootstrap.mjs'), 'utf8');
    const code = text.replace(/^\s*\/\/.*$/gm, '');
    expect(code).not.toMatch(
      /\?\.|\?\?|\*\*=|&&=|\|\|=|^\s*import\s|^\s*export\s|\bawait\b|#\w|\d_\d/m,
    );
  });

  test.each([0, 3, 64])('passes the exit code %i through', async (expected) => {
    await markInstalled();
    const { code } = await bootstrap(['.ci/bootstrap.mjs', 'task', String(expected)]);
    expect(code).toBe(expected);
  });

  test('passes arguments through as they are, without the separator', async () => {
    await markInstalled();
    const args = ['--', '0', 'two words', '$HOME', '"', '--flag', '--', 'x'];
    const { stdout } = await bootstrap(['.ci/bootstrap.mjs', 'task', ...args]);
    expect(JSON.parse(stdout)).toEqual(args.slice(2));
  });

  test('passes a signal on, and the exit code it led to', async () => {
    await markInstalled();
    const { code } = await bootstrap(['.ci/bootstrap.mjs', 'task', 'wait'], {
      onOutput: (kill) => kill('SIGTERM'),
    });
    expect(code).toBe(7);
  });

  test('ends the task when the shell that npm started is gone', async () => {
    await markInstalled();
    const shell = join(folder, 'shell.mjs');
    const line = JSON.stringify(`${process.execPath} .ci/bootstrap.mjs task wait; true`);
    await writeFile(
      shell,
      `import { spawn } from 'node:child_process';
       const child = spawn('sh', ['-c', ${line}], { stdio: 'inherit' });
       process.on('SIGTERM', () => child.kill('SIGKILL'));`,
    );
    const env = { ...process.env, npm_lifecycle_event: 'test' };
    // It is closed only once the task, which holds the same output open, has ended.
    const ended = bootstrap([shell], { env, onOutput: (kill) => kill('SIGTERM') });
    await expect(ended).resolves.toMatchObject({ stdout: '[]\n' });
  });

  test('says that there is no such task', async () => {
    const { code, stderr } = await bootstrap(['.ci/bootstrap.mjs', 'dance']);
    expect(code).toBe(64);
    expect(stderr).toContain('no script `dev:dance`');
  });

  test('says that the folder cannot be written to, before it tries to install', async (context) => {
    await chmod(folder, 0o555);
    // Root may write anywhere, so it becomes nobody.
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const { code, stderr } = await bootstrap(['.ci/bootstrap.mjs', 'task', '0'], identity);
    await chmod(folder, 0o755);
    if (code === null) context.skip(`Node cannot be started as another user here: ${stderr}`);
    expect(code).toBe(73);
    expect(stderr).toContain('nothing can be written to this folder');
    expect(stderr).not.toContain('installing');
  });

  test('says that the registry cannot be reached', async () => {
    const env = {
      ...process.env,
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
    };
    const { code, stderr } = await bootstrap(['.ci/bootstrap.mjs', 'task', '0'], { env });
    expect(code).toBe(69);
    expect(stderr).toContain('the registry could not be reached');
  }, 30_000);
});

describe('what CI runs', () => {
  /** Runs .ci/run where `npm test` is the given script. */
  async function ci(script: string): Promise<Ended> {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { test: script } }));
    return bootstrap(['-e', RUN_CI]);
  }

  test.each([
    ['echo "3 passed, 0 failed"', 0, '3 passed, 0 failed'],
    ['echo "2 passed, 1 failed, 4 skipped"; exit 1', 1, '2 passed, 1 failed, 4 skipped'],
    ['echo "no tests were reached"; exit 69', 69, '0 passed, 1 failed'],
    ['echo "it stopped half-way"', 1, '0 passed, 1 failed'],
  ])('`%s` ends with %i and «%s»', async (script, expected, closing) => {
    const { code, stdout } = await ci(script);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(closing);
    expect(code).toBe(expected);
  });
});
