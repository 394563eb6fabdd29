import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../../../src/contract/contract-error.js';
import { nodeCommandPower } from '../../../../src/node/powers/command/command-power.js';
import {
  defineProgram,
  type ProgramDescription,
} from '../../../../src/node/powers/command/program.js';
import {
  PROGRAM_ENVIRONMENT,
  type Ended,
  type Run,
} from '../../../../src/node/powers/command/run-program.js';

const description = (parts: Partial<ProgramDescription> = {}): ProgramDescription => ({
  name: 'systemctl_show',
  path: '/usr/bin/systemctl',
  args: ['show', '--no-pager', { slot: 'unit', pattern: /[a-z0-9@._-]+/, maxLength: 64 }],
  maxOutputBytes: 1_000,
  timeoutMs: 1_000,
  ...parts,
});

/** A power over a runner that starts nothing and remembers what it was to start. */
function recorded(parts: Partial<ProgramDescription> = {}, ended: Ended = exited('ok')) {
  const runs: Run[] = [];
  const power = nodeCommandPower({
    names: ['systemctl_show'],
    programs: [defineProgram(description(parts))],
    run: (run) => {
      runs.push(run);
      return Promise.resolve(ended);
    },
  });
  return { power, runs };
}
const exited = (text: string): Ended => ({
  is: 'exited',
  exitCode: 0,
  stdout: new TextEncoder().encode(text),
  truncated: false,
});
/** One real program, `/bin/sh` standing for whatever an operator has: its script is fixed in code. */
const real = (script: string, parts: Partial<ProgramDescription> = {}) =>
  nodeCommandPower({
    names: ['tried'],
    programs: [
      defineProgram({
        name: 'tried',
        path: '/bin/sh',
        args: [
          '-c',
          script,
          'sh',
          { slot: 'word', pattern: /.*/s, maxLength: 1_000, optional: true },
        ],
        maxOutputBytes: 10_000,
        timeoutMs: 5_000,
        ...parts,
      }),
    ],
  });

describe('command power', () => {
  it('S3-104 only the programs that the contract names are there, with the verbs of their descriptions', async () => {
    const { power, runs } = recorded();
    await power.run('systemctl_show', { unit: 'nginx.service' });
    expect(runs).toMatchObject([
      { path: '/usr/bin/systemctl', args: ['show', '--no-pager', 'nginx.service'] },
    ]);
    for (const name of [
      'systemctl',
      '/usr/bin/systemctl',
      'systemctl_stop',
      '__proto__',
      'toString',
    ])
      await expect(power.run(name, { unit: 'x' })).rejects.toMatchObject({ code: 'not_declared' });
    expect(runs).toHaveLength(1);
    expect(() => nodeCommandPower({ names: ['other'], programs: [] })).toThrow(ContractError);
  });

  it('a description that leaves anything open is refused when the program starts', () => {
    for (const parts of [
      { name: 'With-Dash' },
      { path: 'systemctl' },
      { path: '/usr/bin/../bin/sh' },
      { maxOutputBytes: 0 },
      { timeoutMs: Infinity },
      { args: [{ slot: 'unit', pattern: /x/, maxLength: 0 }] },
      { args: [{ slot: 'unit', pattern: 'x' as never, maxLength: 9 }] },
      { args: [{ slot: 'unit', pattern: new RegExp('[a-z]\\_'), maxLength: 9 }] },
      {
        args: [
          { slot: 'a', pattern: /x/, maxLength: 9 },
          { slot: 'a', pattern: /x/, maxLength: 9 },
        ],
      },
    ])
      expect(() => defineProgram(description(parts))).toThrow(ContractError);
    // A look-alike that was not accepted is no program.
    expect(() =>
      nodeCommandPower({ names: ['systemctl_show'], programs: [description() as never] }),
    ).toThrow(ContractError);
  });

  it('S3-105 for every value: it is one argument as a whole, never an option, or it is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 70 }), async (unit) => {
        const { power, runs } = recorded();
        const fits = /^[a-z0-9@._-]+$/.test(unit) && !unit.startsWith('-') && unit.length <= 64;
        const ran = await power.run('systemctl_show', { unit }).then(
          () => true,
          () => false,
        );
        expect(ran).toBe(fits);
        expect(runs.map(({ args }) => args)).toEqual(fits ? [['show', '--no-pager', unit]] : []);
      }),
    );
  });

  it.each([
    ['a value too few', {}],
    ['a value too many', { unit: 'a', other: 'b' }],
    ['a list where one is taken', { unit: ['a', 'b'] }],
    ['a line feed at the end', { unit: 'a\n' }],
    ['NUL', { unit: 'a\0b' }],
    ['what is no text', { unit: {} }],
  ])('refuses %s', async (_what, values) => {
    const { power, runs } = recorded();
    await expect(power.run('systemctl_show', values as never)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    expect(runs).toEqual([]);
  });

  it('lists and flags are written as the description says', async () => {
    const { power, runs } = recorded({
      args: [
        { slot: 'unit', pattern: /[a-z.]+/, maxLength: 64, maxItems: 3, flag: '--unit' },
        { slot: 'lines', pattern: /[0-9]{1,4}/, maxLength: 4, flag: '--lines', optional: true },
      ],
    });
    await power.run('systemctl_show', { unit: ['a.service', 'b.service'], lines: 50 });
    await power.run('systemctl_show', { unit: 'a.service' });
    expect(runs.map(({ args }) => args)).toEqual([
      ['--unit', 'a.service', '--unit', 'b.service', '--lines', '50'],
      ['--unit', 'a.service'],
    ]);
  });

  it('S3-106 a program finds the same few words in its environment, and nothing of this process', async () => {
    process.env['SOVEREIGN_CANARY'] = 'a secret';
    const { stdout } = await real('/usr/bin/env').run('tried');
    delete process.env['SOVEREIGN_CANARY'];
    const names = stdout.split('\n').flatMap((line) => line.split('=')[0] || []);
    const shell = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
    expect(names.filter((name) => !shell.has(name)).sort()).toEqual(
      Object.keys(PROGRAM_ENVIRONMENT).sort(),
    );
  });

  it('S3-105 metacharacters are data', async () => {
    const word = '$(id) `id` ; id | id > /tmp/x && "\' * ~';
    expect((await real('printf %s "$1"').run('tried', { word })).stdout).toBe(word);
  });

  it('has no input, and its words of complaint go nowhere', async () => {
    expect(await real('cat; echo quiet >&2; exit 3').run('tried')).toEqual({
      exitCode: 3,
      stdout: '',
      truncated: false,
    });
  });

  it('a bound ends the program and all that it started', async () => {
    const power = real('sleep 61.5 & sleep 61.5', { timeoutMs: 100 });
    await expect(power.run('tried')).rejects.toMatchObject({ code: 'timed_out' });
    await sleep(50);
    const left = execFileSync('/bin/sh', ['-c', 'ps -eo args || true']).toString();
    expect(left.split('\n').filter((line) => line.startsWith('sleep 61.5'))).toEqual([]);
  });

  // Waited for, it would be `timed_out`.
  it('what it leaves running is ended with it, and its output is not waited for', async () => {
    expect(await real('sleep 62.5 & echo done').run('tried')).toEqual({
      exitCode: 0,
      stdout: 'done\n',
      truncated: false,
    });
    await sleep(50);
    const left = execFileSync('/bin/sh', ['-c', 'ps -eo args || true']).toString();
    expect(left.split('\n').filter((line) => line.startsWith('sleep 62.5'))).toEqual([]);
  });

  it('a program that cannot be started at all has failed, and no error names it', async () => {
    await expect(real('', { path: `/${'x'.repeat(9)}\0` }).run('tried')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('an abort ends it too, and one that came before starts nothing', async () => {
    const stop = new AbortController();
    const ran = real('sleep 60').run('tried', {}, { signal: stop.signal });
    stop.abort();
    await expect(ran).rejects.toMatchObject({ code: 'aborted' });
    await expect(
      real('echo').run('tried', {}, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' });
  });

  it('an output over its bound is refused, or cut where that is said', async () => {
    const flood = 'while :; do echo 0123456789; done';
    await expect(real(flood).run('tried')).rejects.toMatchObject({ code: 'too_large' });
    const cut = await real(flood, { cut: true }).run('tried');
    expect(cut).toMatchObject({ truncated: true });
    expect(cut.stdout).toHaveLength(10_000);
  });

  it('a program that is not there is told apart from one that fails', async () => {
    await expect(real('', { path: '/nowhere/program' }).run('tried')).rejects.toMatchObject({
      code: 'not_installed',
    });
    await expect(real('kill -9 $$').run('tried')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
