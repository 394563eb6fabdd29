import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Io } from '../../src/io.js';
import { run } from '../../src/run.js';

/** What a test says of the process a command runs in. */
export interface FakeProcess {
  /** Both ends are terminals, as when somebody types. */
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds before it ends; a terminal's never ends. */
  readonly stdin?: string;
  /** Typed as soon as stderr ends with a question. */
  readonly answers?: readonly string[];
  /** Pressed as soon as stderr ends with a question that has no answer left. */
  readonly ctrlC?: boolean;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  readonly columns?: number;
}

/** An Io whose two ends a test can look into. */
export interface FakeIo extends Io {
  readonly stdoutText: () => string;
  readonly stderrText: () => string;
  /** Both, and what was typed, as they would stand on one screen. */
  readonly screenText: () => string;
}

/** Makes the world around a command. */
export function fakeIo(fake: FakeProcess = {}): FakeIo {
  const interrupted = new AbortController();
  const stdin = new PassThrough();
  if (fake.stdin !== undefined) stdin.write(fake.stdin);
  if (fake.terminal !== true) stdin.end();
  const answers = [...(fake.answers ?? [])];
  let screen = '';
  const type = (text: string): void => {
    screen += text;
    stdin.write(text);
  };
  const asked = (): void => {
    const answer = answers.shift();
    if (answer !== undefined) setTimeout(() => type(`${answer}\n`), 5);
    else if (fake.ctrlC === true) setTimeout(() => interrupted.abort(), 5);
    else setTimeout(() => stdin.end(), 5);
  };
  const stdout = captured((text) => (screen += text));
  const stderr = captured((text) => {
    screen += text;
    if (text.endsWith('(yes/no) ')) asked();
  });
  const { columns } = fake;
  const isTTY = fake.terminal === true;
  return {
    stdin: Object.assign(stdin, { isTTY }),
    stdout: Object.assign(stdout.stream, { isTTY }, columns === undefined ? {} : { columns }),
    stderr: Object.assign(stderr.stream, { isTTY }),
    env: { NO_COLOR: '1', ...fake.env },
    cwd: fake.cwd ?? import.meta.dirname,
    signal: fake.signal ?? interrupted.signal,
    stdoutText: stdout.text,
    stderrText: stderr.text,
    screenText: () => screen,
  };
}

function captured(onWrite: (text: string) => unknown): {
  readonly stream: Writable;
  readonly text: () => string;
} {
  let all = '';
  const stream = new Writable({
    write(chunk, _encoding, written) {
      all += String(chunk);
      onWrite(String(chunk));
      written();
    },
  });
  return { stream, text: () => all };
}

/** How a command line ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line in this process. */
export async function cli(argv: readonly string[], fake: FakeProcess = {}): Promise<Ran> {
  const io = fakeIo(fake);
  const code = await run(argv, io);
  return { code, stdout: io.stdoutText(), stderr: io.stderrText() };
}

/** A folder of its own for one test, gone after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The configuration with capabilities of every kind. */
export const CONFIG = join(import.meta.dirname, '..', 'fixtures', 'household.ts');

/** Runs a command line against the fixture household, whose audit lies in `data`. */
export function household(
  data: string,
  argv: readonly string[],
  fake: FakeProcess = {},
): Promise<Ran> {
  return cli([...argv, '--config', CONFIG, '--data', data], fake);
}
