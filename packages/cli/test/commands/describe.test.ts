import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder } from '../support/fake-io.js';

const described = async (...argv: readonly string[]): Promise<unknown> =>
  JSON.parse((await household(temporaryFolder(), ['describe', ...argv, '--json'])).stdout);

describe('describe', () => {
  it('shows a contract whole', async () => {
    expect(await described('notes.write@1')).toMatchObject({
      name: 'notes.write',
      version: 1,
      side_effect: 'mutating',
      confirmation: 'required',
      target_kind: 'name',
      refusals: ['empty_note'],
      // Written in where the author left it out.
      args: { properties: { note: { maxLength: 10_000 } }, additionalProperties: false },
      result: { required: ['text'] },
    });
  });

  it('shows one contract for a version, and every version for a name', async () => {
    expect(await described('notes.read@2')).toMatchObject({ version: 2 });
    expect(await described('notes.read')).toMatchObject([{ version: 1 }, { version: 2 }]);
    expect(await described('notes.write')).toMatchObject([{ version: 1 }]);
  });

  it('shows it to people with labels and schemas', async () => {
    const { stdout } = await household(temporaryFolder(), ['describe', 'notes.write@1']);
    expect(stdout).toContain('notes.write@1\n  Writes a note.\n');
    expect(stdout).toMatch(/^confirmation +required$/m);
    expect(stdout).toMatch(/^bounds +2 s to run, 4 KiB of result, 3 runs a turn$/m);
    expect(stdout).toContain('arguments (JSON Schema)\n{\n');
    expect(stdout).not.toMatch(/^undo|^cost/m);
  });

  it('shows low trust and a lock', async () => {
    expect((await household(temporaryFolder(), ['describe', 'notes.rumour@1'])).stdout).toMatch(
      /^trust +low: /m,
    );
    expect((await household(temporaryFolder(), ['describe', 'delete_database@1'])).stdout).toMatch(
      /^locked +yes/m,
    );
  });

  it('S1-056 finds nothing that is merely alike', async () => {
    for (const name of [
      'notes.rea',
      'notes',
      'NOTES.READ',
      'notes.read@3',
      'notes.*',
      'constructor',
    ])
      expect(await household(temporaryFolder(), ['describe', name])).toMatchObject({
        code: 66,
        stdout: '',
        stderr: expect.not.stringContaining('did you mean') as unknown,
      });
  });

  it('opens nothing', async () => {
    const data = temporaryFolder();
    await household(data, ['describe', 'notes.read']);
    expect(readdirSync(data)).toEqual([]);
  });
});
