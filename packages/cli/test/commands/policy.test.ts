import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASK, durable } from '../support/durable.js';
import { temporaryFolder } from '../support/fake-io.js';
import { alterKept } from '../support/kept.js';

describe('policy', () => {
  it('S3-265 sets, lists, removes and shows the matrix; what one command leaves the next finds', async () => {
    const data = temporaryFolder();
    expect(await durable(data, ['policy', 'list'])).toMatchObject({ code: 0, stdout: '' });
    const set = await durable(data, ['policy', 'set', ASK]);
    expect(set.code).toBe(0);
    expect(set.stdout).toContain('ask   global  *           nothing more  ask');
    expect(set.stderr).toContain('rule ask fits everything');
    const listed = await durable(data, ['policy', 'list', '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ revision: 1, rules: [{ id: 'ask' }] });
    const matrix = await durable(data, ['policy', 'matrix', '--json']);
    expect(JSON.parse(matrix.stdout)).toContainEqual(
      expect.objectContaining({
        principal: 'mind:muse',
        policy_revision: 1,
        entries: expect.arrayContaining([
          expect.objectContaining({ capability: 'notes.read', ruling: 'ask', rules: ['ask'] }),
          expect.objectContaining({ capability: 'delete_database', locked: true, ruling: 'deny' }),
        ]) as unknown,
      }),
    );
    const shown = await durable(data, ['policy', 'matrix'], { columns: 200 });
    expect(shown.stdout).toMatch(/mind:muse +notes\.write@1 +ask +asks +ask +0/);
    expect((await durable(data, ['invoke', 'notes.read@1', '--no-input'])).code).toBe(80);
    expect((await durable(data, ['policy', 'remove', 'ask'])).code).toBe(0);
    expect((await durable(data, ['policy', 'remove', 'ask'])).code).toBe(81);
    expect((await durable(data, ['invoke', 'notes.read@1'])).code).toBe(0);
  });

  it('is for operators, and says where a rule is at fault without repeating it', async () => {
    const data = temporaryFolder();
    expect((await durable(data, ['policy', 'set', ASK, '--as', 'person:ada'])).code).toBe(77);
    const wrong = await durable(data, [
      'policy',
      'set',
      '{"id":"hunter2 ","scope":"global","capability":"*","effect":"x"}',
    ]);
    expect(wrong).toMatchObject({ code: 65 });
    expect(wrong.stderr).toContain('/id: id; /effect: effect');
    expect(wrong.stderr).not.toContain('hunter2');
    expect((await durable(data, ['policy', 'set'])).code).toBe(64);
    expect((await durable(data, ['policy', 'set', '{'])).code).toBe(65);
  });

  it('explains which rule decides, which lost, and what would flip it', async () => {
    const data = temporaryFolder();
    await durable(data, ['policy', 'set', ASK]);
    await durable(data, [
      'policy',
      'set',
      '{"id":"muse","scope":"mind:muse","capability":"notes.read","effect":"deny"}',
    ]);
    const { stdout } = await durable(data, [
      'policy',
      'explain',
      'notes.read@1',
      '--for',
      'mind:muse',
    ]);
    expect(stdout).toBe(
      'deny: by rule muse\nask         ask: outranked by scope\nto flip it  without muse: ask\n',
    );
    const json = await durable(data, ['policy', 'explain', 'notes.read@1', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      locked: false,
      effect: 'ask',
      winner: { id: 'ask' },
    });
    expect((await durable(data, ['policy', 'explain', 'notes.read@9'])).code).toBe(66);
    expect((await durable(data, ['policy', 'explain', 'notes.read@1', '{"x":1}'])).code).toBe(65);
    expect((await durable(data, ['policy', 'explain', 'notes.read@1', '--for', 'muse'])).code).toBe(
      64,
    );
    expect((await durable(data, ['policy', 'explain', 'delete_database@1'])).stdout).toContain(
      'locked',
    );
  });

  it('exports what import takes, diffs before it does, and lints', async () => {
    const data = temporaryFolder();
    await durable(data, ['policy', 'set', ASK]);
    const { stdout } = await durable(data, ['policy', 'export']);
    const stricter = stdout.replace('"effect": "ask"', '"effect": "deny"');
    const diff = await durable(data, ['policy', 'diff', '-'], { stdin: stricter });
    expect(diff.stdout).toContain('everyone, notes.read@1: ask (ask) becomes deny (ask)');
    expect(
      (await durable(data, ['policy', 'diff', '-', '--json'], { stdin: stdout })).stdout,
    ).toContain('"differences": []');
    expect((await durable(data, ['policy', 'import', '-'], { stdin: stricter })).code).toBe(0);
    expect((await durable(data, ['policy', 'lint'])).stdout).toContain(
      '`final` would hold for all',
    );
    expect((await durable(data, ['policy', 'import', '[{}]'])).code).toBe(65);
    expect(JSON.parse((await durable(data, ['policy', 'list', '--json'])).stdout)).toMatchObject({
      revision: 2,
    });
  });

  it('erases nothing that somebody set since the rules were on the operator’s screen', async () => {
    const data = temporaryFolder();
    await durable(data, ['policy', 'set', ASK]);
    const { stdout } = await durable(data, ['policy', 'export']);
    expect(JSON.parse(stdout)).toMatchObject({ revision: 1, rules: [{ id: 'ask' }] });
    const deny =
      '{"id":"never","scope":"global","capability":"notes.*","effect":"deny","final":true}';
    expect((await durable(data, ['policy', 'set', deny, '--from', '1'])).code).toBe(0);

    const diff = await durable(data, ['policy', 'diff', '-'], { stdin: stdout });
    expect(diff.stderr).toContain('revision 2 is in force, and this was made from revision 1');
    for (const argv of [
      ['import', '-'],
      ['set', ASK, '--from', '1'],
      ['remove', 'never', '--from', '1'],
    ]) {
      const refused = await durable(data, ['policy', ...argv], { stdin: stdout });
      expect(refused, argv[0]).toMatchObject({ code: 75 });
      expect(refused.stderr).toContain('somebody else changed the rules');
    }
    const kept = await durable(data, ['policy', 'list', '--json']);
    expect(JSON.parse(kept.stdout)).toMatchObject({ revision: 2, rules: [{ id: 'never' }, {}] });

    // Whoever has seen them may say so, and a bare list is made from nothing.
    const anew = ['policy', 'import', '-', '--from', '2'];
    expect((await durable(data, anew, { stdin: stdout })).code).toBe(0);
    expect((await durable(data, ['policy', 'import', '[]'])).code).toBe(0);
    expect((await durable(data, ['policy', 'set', ASK, '--from', 'two'])).code).toBe(64);
  });

  it('looking makes nothing: no database, no audit', async () => {
    const data = temporaryFolder();
    for (const argv of [['list'], ['lint'], ['matrix'], ['export'], ['explain', 'notes.read@1']])
      expect((await durable(data, ['policy', ...argv])).code).toBe(0);
    expect(existsSync(join(data, 'sovereign.db'))).toBe(false);
    expect(existsSync(join(data, 'audit.jsonl'))).toBe(false);
  });

  it('rules that cannot be read are told as that by every command, and importing others ends it', async () => {
    const data = temporaryFolder();
    await durable(data, ['policy', 'set', ASK]);
    alterKept(data, `UPDATE sovereign_policies SET rules = '[{"id":"hunter2","x":1}]'`);
    const commands = [
      ['list'],
      ['lint'],
      ['export'],
      ['matrix'],
      ['explain', 'notes.read@1'],
      ['diff', '[]'],
      ['set', ASK],
      ['remove', 'ask'],
    ];
    for (const argv of commands) {
      const ran = await durable(data, ['policy', ...argv]);
      expect(ran, argv.join(' ')).toMatchObject({ code: 69, stdout: '' });
      expect(ran.stderr).toMatch(/policy_unreadable: .*`sovereign policy import --from 1`/);
      expect(ran.stderr).not.toContain('hunter2');
    }
    expect((await durable(data, ['policy', 'import', '--from', '1', `[${ASK}]`])).code).toBe(0);
    expect((await durable(data, ['policy', 'list'])).code).toBe(0);
  });
});
