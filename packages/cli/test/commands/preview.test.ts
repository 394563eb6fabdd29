import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder } from '../support/fake-io.js';

const foreseen = async (...argv: readonly string[]): Promise<unknown> =>
  JSON.parse((await household(temporaryFolder(), ['preview', ...argv, '--json'])).stdout);

describe('preview', () => {
  it('S3-093 changes nothing: no file, no folder, no event', async () => {
    const data = temporaryFolder();
    for (const argv of [['notes.read@1'], ['notes.write@1', '{"note":"milk"}'], ['nothing.here@1']])
      await household(data, ['preview', ...argv]);
    expect(readdirSync(data)).toEqual([]);
  });

  it('says what would be decided', async () => {
    expect(await foreseen('notes.read@1')).toEqual({
      decision: 'execute',
      ruling: 'allow',
      structural: false,
    });
    expect(await foreseen('notes.write@1', '{"note":"milk"}')).toMatchObject({
      decision: 'ask',
      structural: true,
      disclosure: { fields: { target: 'notebook' } },
    });
    expect(await foreseen('notes.read@1', '{"note":1}')).toMatchObject({
      decision: 'reject',
      code: 'invalid_arguments',
      violations: [{ path: '/note', rule: 'type' }],
    });
    expect(await foreseen('notes.write@1', '{"note":""}')).toMatchObject({
      code: 'not_admitted',
      reason: 'empty_note',
    });
    expect(await foreseen('delete_database@1')).toMatchObject({
      decision: 'reject',
      code: 'locked',
    });
    expect(await foreseen('nothing.here@1')).toMatchObject({
      decision: 'reject',
      code: 'unknown_capability',
    });
  });

  it('exits with 0 whenever it could say so, refusals included', async () => {
    for (const argv of [
      ['notes.read@1'],
      ['notes.write@1'],
      ['delete_database@1'],
      ['nothing.here@1'],
      ['notes.read@1', '{"note":1}'],
    ])
      expect(await household(temporaryFolder(), ['preview', ...argv])).toMatchObject({ code: 0 });
  });

  it('does not say so when it was interrupted', async () => {
    expect(
      await household(temporaryFolder(), ['preview', 'notes.read@1'], {
        signal: AbortSignal.abort(),
      }),
    ).toMatchObject({
      code: 75,
    });
  });

  it('shows people the decision, why, and byte for byte what a person would be shown', async () => {
    const { stdout } = await household(temporaryFolder(), [
      'preview',
      'notes.write@1',
      '{"note":"a\u202eb"}',
    ]);
    expect(stdout).toMatchInlineSnapshot(`
      "ask: a person would be asked
      ruling  ask, by default
      table   asks a person each time

      what that person would be shown:
      Writes the note \\u{201c}a\\u{202e}b\\u{201d}.
      Capability: notes.write@1
      Target: notebook
      Arguments: {"note":"a\\u{202e}b"}
      This changes something, and stays on this device.
      Asked by person:olga, on occasion none.
      Yes lets exactly this run, once.
      "
    `);
  });

  it('shows people why it would be refused', async () => {
    const { stdout } = await household(temporaryFolder(), [
      'preview',
      'notes.read@1',
      '{"note":1}',
    ]);
    expect(stdout).toBe(
      'reject: it would be refused\nstage    validate (invalid_arguments)\nbecause  `/note` breaks `type`\n',
    );
  });
});
