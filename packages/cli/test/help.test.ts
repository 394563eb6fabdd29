import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_MEANINGS } from '../src/exit-codes.js';
import { VERSION } from '../src/help.js';
import { cli } from './support/fake-io.js';

const COMMANDS = [
  [],
  ['list'],
  ['describe'],
  ['invoke'],
  ['preview'],
  ['explain'],
  ['audit'],
  ['audit', 'tail'],
  ['audit', 'verify'],
  ['audit', 'summary'],
] as const;

describe('help', () => {
  it.each(COMMANDS.map((command) => [command.join(' ') || 'sovereign', command] as const))(
    'of %s has examples, fits 80 columns, and goes to stdout',
    async (_, command) => {
      const { code, stdout, stderr } = await cli([...command, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('\nExamples:\n  $ sovereign ');
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('documents every exit code and the environment', async () => {
    const { stdout } = await cli(['--help']);
    for (const [name, code] of Object.entries(EXIT))
      expect(stdout).toContain(`${code}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`);
    for (const variable of ['SOVEREIGN_HOME', 'CI', 'NO_COLOR', 'SOVEREIGN_DEBUG'])
      expect(stdout).toContain(variable);
  });

  it('says the version', async () => {
    expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });
});
