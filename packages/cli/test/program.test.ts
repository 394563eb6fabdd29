import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/program.js';
import { cli, fakeIo } from './support/fake-io.js';

const program = createProgram(fakeIo(), () => {});

const paths = (command: Command, prefix = ''): readonly string[] =>
  command.commands.flatMap((one) => [
    `${prefix}${one.name()}`,
    ...paths(one, `${prefix}${one.name()} `),
  ]);

const optionsOf = (command: Command): readonly string[] =>
  command.options.map(({ flags }) => flags);

describe('program', () => {
  it('S1-032 has exactly these commands, and none that registers or installs a capability', () => {
    expect(paths(program)).toEqual([
      'list',
      'describe',
      'invoke',
      'preview',
      'explain',
      'audit',
      'audit tail',
      'audit verify',
      'audit summary',
      'policy',
      'policy list',
      'policy matrix',
      'policy lint',
      'policy export',
      'policy set',
      'policy import',
      'policy diff',
      'policy remove',
      'policy explain',
      'approvals',
      'approvals list',
      'approvals show',
      'approvals approve',
      'approvals deny',
      'approvals modify',
      'approvals withdraw',
      'grants',
      'grants list',
      'grants revoke',
      'requests',
      'requests list',
      'requests show',
      'requests decide',
      'sweep',
    ]);
  });

  it('has exactly these options', () => {
    expect(optionsOf(program)).toEqual([
      '-V, --version',
      '--config <file>',
      '--data <folder>',
      '--json',
      '--no-input',
      '--no-color',
      '--quiet',
      '--as <person:id>',
      '--turn <id>',
      '--key <key>',
    ]);
    const own = program.commands.flatMap((one) => [one, ...one.commands]).flatMap(optionsOf);
    expect(own).toEqual([
      '--args-file <file>',
      '--args-file <file>',
      '-n, --last <count>',
      '-f, --follow',
      '--jsonl',
      '--anchor <seq:hash>',
      '--file <file>',
      '--from <revision>',
      '--file <file>',
      '--from <revision>',
      '--file <file>',
      '--from <revision>',
      '--args-file <file>',
      '--for <principal>',
      '--all',
      '--seen <digest>',
      '--for <length>',
      '--note <text>',
      '--file <file>',
      '--seen <digest>',
      '--all',
      '--all',
      '--approve',
      '--deny',
      '--seen <digest>',
      '--note <text>',
      '--for <length>',
      '--uses <count>',
    ]);
  });

  it('takes no token, on no command line', () => {
    expect([program, ...program.commands].flatMap(optionsOf).join(' ')).not.toMatch(
      /token|confirm|secret|password/,
    );
  });

  it('takes its options before a command and after it', async () => {
    const [before, after] = [await cli(['--json', 'list']), await cli(['list', '--json'])];
    expect(before).toEqual(after);
  });
});
