import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT, type ExitCode } from '../src/exit-codes.js';
import { run } from '../src/run.js';
import { CONFIG, fakeIo } from './support/fake-io.js';

const data = mkdtempSync(join(tmpdir(), 'sovereign-cli-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const CODES: readonly ExitCode[] = Object.values(EXIT);

const COMMANDS = [
  ['list'],
  ['describe'],
  ['explain'],
  ['invoke'],
  ['preview'],
  ['audit'],
  ['audit', 'tail'],
  ['audit', 'verify'],
  ['audit', 'summary'],
  ['help'],
] as const;
const NAMES = [
  'notes.read@1',
  'notes.write@1',
  'notes.publish@1',
  'notes.break@1',
  'notes.tear@1',
  'notes.flood@1',
  'notes.lie@1',
  'notes.escape@1',
  'notes.closed@1',
  'delete_database@1',
  'notes.read@9',
  'constructor@1',
  '__proto__@1',
] as const;
const ARGUMENTS = [
  '{}',
  '{"note":"x"}',
  '{"__proto__":{"note":"x"}}',
  '{"note":1}',
  '{"note":""}',
  '[1',
  '-',
  '',
] as const;
const WORDS = [
  'notes.read@1',
  'notes.read',
  'notes.write@1',
  'notes.break@1',
  'notes.flood@1',
  'notes.escape@1',
  'delete_database@1',
  'constructor@1',
  '__proto__@1',
  '{}',
  '{"note":"x"}',
  '{"__proto__":1}',
  '[1',
  '-',
  '--',
  '--json',
  '--jsonl',
  '--follow',
  '-n',
  '0',
  '-1',
  '--anchor',
  `1:${'0'.repeat(64)}`,
  '--quiet',
  '--no-input',
  '--as',
  'person:ada',
  '--turn',
  't',
  '--key',
  'k',
  '--args-file',
  '--help',
  '--version',
  '--data',
  '',
];

const anything = fc
  .tuple(
    fc.option(fc.constantFrom(...COMMANDS), { freq: 6, nil: [] }),
    fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 12 })), { maxLength: 5 }),
  )
  .map(([command, words]) => [...command, ...words]);

// Words alone seldom get past the usage: these do.
const sensible = fc
  .tuple(
    fc.oneof(
      fc.tuple(
        fc.constantFrom('invoke', 'preview'),
        fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })),
        fc.oneof(fc.json(), fc.constantFrom(...ARGUMENTS)),
      ),
      fc.tuple(fc.constantFrom('describe', 'explain'), fc.constantFrom(...NAMES)),
      fc.constantFrom(...COMMANDS),
    ),
    fc.subarray(['--json', '--quiet', '--no-input', '--as=person:ada', '--turn=t', '--key=k']),
  )
  .map(([command, options]) => [...options, ...command]);

const argv = fc.oneof(anything, sensible);

describe('run', () => {
  it('for every argv of words: it ends with a documented code, and stdout is data', async () => {
    await fc.assert(
      fc.asyncProperty(argv, fc.boolean(), async (words, terminal) => {
        const enough = new AbortController();
        const timer = setTimeout(() => enough.abort(), 300);
        const io = fakeIo({
          terminal,
          signal: enough.signal,
          env: { SOVEREIGN_HOME: data, HOME: data },
          cwd: data,
        });
        const code = await run([...words, '--config', CONFIG], io);
        clearTimeout(timer);
        expect(CODES).toContain(code);
        const isHelp = words.some((word) =>
          /^(?:-[a-zA-Z]*[hV].*|--help|--version|help)$/.test(word),
        );
        const options = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined);
        if (options.includes('--json') && !isHelp && io.stdoutText() !== '')
          expect(() => JSON.parse(io.stdoutText()) as unknown).not.toThrow();
        expect(io.stdoutText() + io.stderrText()).not.toMatch(/\n\s+at .*:\d+:\d+/);
      }),
    );
  }, 60_000);
});
