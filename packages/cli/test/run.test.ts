import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, CONFIG, household, temporaryFolder } from './support/fake-io.js';

describe('run', () => {
  const documents: readonly (readonly [string, readonly string[]])[] = [
    ['list', ['list']],
    ['describe, one version', ['describe', 'notes.read@1']],
    ['describe, every version', ['describe', 'notes.read']],
    ['describe of what is not there', ['describe', 'notes.nothing']],
    ['explain', ['explain', 'notes.write@1']],
    ['preview', ['preview', 'notes.write@1', '{"note":"milk"}']],
    ['preview of a refusal', ['preview', 'notes.write@1', '{"note":1}']],
    ['invoke', ['invoke', 'notes.read@1']],
    ['invoke of what waits', ['invoke', 'notes.write@1']],
    ['invoke of a refusal', ['invoke', 'notes.read@1', '{"note":1}']],
    ['invoke of what fails', ['invoke', 'notes.break@1']],
    ['invoke of controls', ['invoke', 'notes.escape@1']],
    ['invoke of text that is no JSON', ['invoke', 'notes.read@1', '{']],
    ['audit tail', ['audit', 'tail']],
    ['audit verify', ['audit', 'verify']],
    ['audit summary', ['audit', 'summary']],
    ['a missing command', []],
    ['an unknown command', ['invok']],
    ['an unknown option', ['list', '--colour']],
  ];

  it.each(documents)('with --json stdout is exactly one JSON document: %s', async (_, argv) => {
    const data = temporaryFolder();
    await household(data, ['invoke', 'notes.read@1']);
    for (const terminal of [false, true]) {
      const { stdout } = await household(data, [...argv, '--json'], { terminal, answers: ['yes'] });
      expect(() => JSON.parse(stdout) as unknown).not.toThrow();
      expect(stdout).toMatch(/^[\n -~“”’üß]*$/);
    }
  });

  it('with --json an error is a document too, and says its exit code', async () => {
    const { code, stdout, stderr } = await cli(['invok', '--json']);
    expect(code).toBe(64);
    expect(JSON.parse(stdout)).toEqual({
      error: { kind: 'usage', exit_code: 64, message: 'there is no `invok`; did you mean invoke?' },
    });
    expect(stderr).toBe('sovereign: there is no `invok`; did you mean invoke?\n');
  });

  it('without --json an error leaves stdout empty', async () => {
    expect((await cli(['invok'])).stdout).toBe('');
    expect((await household(temporaryFolder(), ['describe', 'notes.nothing@1'])).stdout).toBe('');
  });

  it('shows the help when a command is missing, on stderr', async () => {
    const { code, stdout, stderr } = await cli(['audit']);
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('Usage: sovereign audit');
  });

  it('says what a configuration threw, and where, while debugging alone', async () => {
    const path = join(temporaryFolder(), 'config.mjs');
    writeFileSync(path, `throw new Error('hunter2')`);
    const plain = await cli(['list', '--config', path]);
    expect(plain).toMatchObject({ code: 78, stdout: '' });
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(plain.stderr).not.toContain('hunter2');
    const debugging = await cli(['list', '--config', path], { env: { SOVEREIGN_DEBUG: '1' } });
    expect(debugging.stderr).toMatch(/^debug: Error: hunter2\n {4}at .*config\.mjs/m);
  });

  it('calls a fault of its own 70', async () => {
    // A host whose directory answers with a throw while the command line looks at it.
    const path = join(temporaryFolder(), 'config.mjs');
    writeFileSync(
      path,
      `const persons = [{ get operator() { throw new Error('hunter2'); } }];
       export default { capabilities: [], directory: { persons }, audit: 'memory' };`,
    );
    const { code, stderr } = await cli(['invoke', 'a.b@1', '--config', path]);
    expect(code).toBe(70);
    expect(stderr).toBe('sovereign: this program failed: Error; SOVEREIGN_DEBUG=1 shows where\n');
  });

  it('an option after -- is none', async () => {
    expect((await cli(['list', '--config', CONFIG, '--', '--json'])).stdout).toBe('');
  });
});
