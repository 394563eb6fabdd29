import { describe, expect, it } from 'vitest';
import { cli } from './support/fake-io.js';

const said = async (...argv: readonly string[]): Promise<string> =>
  (await cli(argv)).stderr.trimEnd().split('\n').at(-1) ?? '';

describe('usage', () => {
  it('suggests a command or option that is alike', async () => {
    expect(await said('invok')).toBe('sovereign: there is no `invok`; did you mean invoke?');
    expect(await said('audit', 'tial')).toBe('sovereign: there is no `tial`; did you mean tail?');
    expect(await said('list', '--jsn')).toBe(
      'sovereign: there is no `--jsn`; did you mean --json?',
    );
  });

  it('points to the help where nothing is alike', async () => {
    expect(await said('zzzzzz')).toBe('sovereign: there is no `zzzzzz`; see `--help`');
  });

  it('says what is missing', async () => {
    expect(await said('invoke')).toBe('sovereign: `name@version` is missing; see `--help`');
    expect(await said('list', '--config')).toBe(
      'sovereign: `--config <file>` needs a value; see `--help`',
    );
    expect(await said()).toBe('sovereign: a command is missing');
  });

  it('says how to give arguments that a shell took apart, and repeats none of them', async () => {
    const text = await said('invoke', 'a.b@1', '{note:', 'hunter2}');
    expect(text).toContain('too many arguments: put the JSON in quotes');
    expect(text).not.toContain('hunter2');
  });

  it('does not repeat what can be no name', async () => {
    expect(await said('{"note":"hunter2"}')).toBe(
      'sovereign: there is no such command; see `--help`',
    );
    expect(await said('list', '--hunter2=x')).toBe(
      'sovereign: there is no such option; see `--help`',
    );
  });
});
