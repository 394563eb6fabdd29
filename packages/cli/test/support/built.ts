import { spawn, type ChildProcess } from 'node:child_process';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram, PACKAGES } from '../../../../test/support/build-program.js';

/** The command as a user has it: built, in a folder of its own. */
export interface Built {
  readonly main: string;
  /** A configuration module beside it, with capabilities that behave badly. */
  readonly config: string;
  remove(): void;
}

/** Builds the command from the sources, with everything it needs inside. */
export async function buildCli(): Promise<Built> {
  const folder = await buildProgram({
    package: 'cli',
    shared: {
      main: join(PACKAGES, 'cli/src/main.ts'),
      // A configuration must use the very copy of the library that the command uses.
      sdk: join(PACKAGES, 'capabilities/src/index.ts'),
    },
    alone: [
      ...globSync(join(PACKAGES, 'adapter-appliance/src/**/*.handler.ts')),
      ...globSync(join(PACKAGES, 'capabilities/src/**/*.child.ts')),
    ],
  });
  const config = join(folder, 'config.mjs');
  writeFileSync(config, CONFIG);
  return {
    main: join(folder, 'main.js'),
    config,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const CONFIG = `
import { defineCapability } from './sdk.js';
console.log('printed by the configuration');
const common = {
  version: 1,
  args: { type: 'object', properties: { note: { type: 'string', maxLength: 100 } } },
  result: { type: 'object', properties: { text: { type: 'string', maxLength: 4_000_000 } } },
  bounds: { timeoutMs: 20_000, maxResultBytes: 8_000_000, maxPerTurn: 9 },
  sideEffect: 'read_only',
  network: 'local',
};
const capabilities = [
  defineCapability({ ...common, name: 'notes.write', summary: 'Writes.', sideEffect: 'mutating', perform: () => ({ text: 'done' }) }),
  defineCapability({ ...common, name: 'notes.linger', summary: 'Never answers.', perform: () => new Promise(() => {}) }),
  defineCapability({ ...common, name: 'notes.large', summary: 'Answers at length.', perform: () => ({ text: 'x'.repeat(2_000_000) }) }),
  defineCapability({ ...common, name: 'notes.noisy', summary: 'Prints.', perform: () => (console.log('printed by a handler'), { text: 'quiet' }) }),
  defineCapability({ ...common, name: 'notes.stray', summary: 'Leaves a failure behind.', perform: ({ note }) => {
    void Promise.reject(new Error(note));
    setTimeout(() => { throw new Error(note); }, 1);
    setInterval(() => {}, 1_000);
    return new Promise((resolve) => setTimeout(resolve, 30, { text: 'done' }));
  } }),
];
export default ({ data }) => ({
  capabilities,
  directory: { persons: [{ id: 'olga', operator: true }] },
  audit: { file: data + '/audit.jsonl' },
  runner: 'inline',
  isolation: 'best-effort',
});
`;

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that runs. */
export interface Running {
  readonly child: ChildProcess;
  /** What it has written so far, to either. */
  readonly written: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts a program; its environment holds nothing that says who runs the tests. */
export function start(
  command: string,
  args: readonly string[],
  options: {
    readonly stdin?: 'ignore' | 'pipe';
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Running {
  const child = spawn(command, args, {
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', TERM: 'xterm', ...options.env },
  });
  const text = { stdout: '', stderr: '', both: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      text[name] += String(chunk);
      text.both += String(chunk);
    });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout: text.stdout, stderr: text.stderr }));
  });
  return { child, written: () => text.both, ended };
}
