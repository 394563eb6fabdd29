import { describe, expect, it } from 'vitest';
import { ASK, durable, waiting } from '../support/durable.js';
import { temporaryFolder } from '../support/fake-io.js';

const WRITE = ['notes.write@1', '{"note":"milk"}'];

async function seenOf(data: string, id: string): Promise<string> {
  const { stdout } = await durable(data, ['approvals', 'show', id, '--json']);
  return (JSON.parse(stdout) as { readonly seen: string }).seen;
}

describe('approvals', () => {
  it('S3-264 A48 what waits outlives its process: it is listed, shown, and approved by another', async () => {
    const data = temporaryFolder();
    expect((await durable(data, ['approvals', 'list'])).stderr).toContain('nothing waits');
    const id = await waiting(data, WRITE);
    expect((await durable(data, ['approvals', 'list'], { columns: 200 })).stdout).toContain(
      `${id}  open`,
    );
    const shown = await durable(data, ['approvals', 'show', id]);
    expect(shown.stdout).toContain('Arguments: {"note":"milk"}');
    const approved = await durable(data, ['approvals', 'approve', id], {
      terminal: true,
      answers: ['yes'],
    });
    expect(approved).toMatchObject({ code: 0 });
    expect(approved.stdout).toContain(`${id} is approved`);
    expect((await durable(data, ['approvals', 'list'])).stdout).toBe('');
    const all = await durable(data, ['approvals', 'list', '--all', '--json']);
    expect(JSON.parse(all.stdout)).toMatchObject([{ id, state: 'approved', decided_by: 'olga' }]);
  });

  it('where nobody can be asked, takes the digest of what was seen and nothing else for it', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    expect((await durable(data, ['approvals', 'approve', id, '--no-input'])).code).toBe(80);
    expect((await durable(data, ['approvals', 'approve', id, '--seen', 'f'.repeat(64)])).code).toBe(
      80,
    );
    const seen = await seenOf(data, id);
    expect((await durable(data, ['approvals', 'approve', id, '--seen', seen])).code).toBe(0);
    expect((await durable(data, ['approvals', 'approve', id, '--seen', seen])).code).toBe(81);
  });

  it('S3-192 denies with a note that reaches whoever asked', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    expect((await durable(data, ['approvals', 'deny', id, '--note', 'not today'])).code).toBe(0);
    const again = await durable(data, ['invoke', ...WRITE, '--no-input']);
    expect(again).toMatchObject({ code: 81 });
    expect(again.stderr).toContain('not today');
  });

  it('asks nobody before what cannot be taken: too long a note or grant, or one without effect', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    const atTerminal = { terminal: true, answers: ['yes'] };
    for (const argv of [
      ['approve', id, '--for', '8d'],
      ['approve', id, '--for', '1h'],
      ['deny', id, '--note', 'n'.repeat(2_001)],
    ]) {
      const refused = await durable(data, ['approvals', ...argv], atTerminal);
      expect(refused, argv.join(' ').slice(0, 80)).toMatchObject({ code: 65 });
      expect(refused.stderr).not.toContain('(yes/no)');
    }
    // The desk takes what is just as long as it may be.
    const denied = await durable(data, ['approvals', 'deny', id, '--note', 'n'.repeat(2_000)]);
    expect(denied).toMatchObject({ code: 0 });
  });

  it('S3-191 approves for a time where that has an effect, and says where it has none', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    const seen = ['--seen', await seenOf(data, id)];
    const none = await durable(data, ['approvals', 'approve', id, '--for', '1h', ...seen]);
    expect(none.stderr).toContain('grant_without_effect');
    expect((await durable(data, ['approvals', 'approve', id, '--for', 'long', ...seen])).code).toBe(
      64,
    );
    await durable(data, ['policy', 'set', ASK]);
    const read = ['notes.read@1', '{"note":"a"}'];
    const other = await waiting(data, read);
    const given = await durable(data, [
      'approvals',
      'approve',
      other,
      '--for',
      '1h',
      '--seen',
      await seenOf(data, other),
    ]);
    expect(given.stderr).toMatch(/grant [0-9a-f-]+ holds until/);
    expect((await durable(data, ['invoke', ...read, '--no-input'])).code).toBe(0);
    expect(
      (await durable(data, ['invoke', 'notes.read@1', '{"note":"b"}', '--no-input'])).code,
    ).toBe(80);
  });

  it('S3-193 modifies, which never approves; S3-092 withdraws what oneself asked for', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    const seen = await seenOf(data, id);
    const changed = await durable(data, [
      'approvals',
      'modify',
      id,
      '{"note":"tea"}',
      '--seen',
      seen,
    ]);
    expect(changed).toMatchObject({ code: 0 });
    expect(changed.stdout).toContain(`${id} is open`);
    expect(changed.stdout).toContain('"tea"');
    expect(
      (
        await durable(data, [
          'approvals',
          'modify',
          id,
          '{"x":1}',
          '--seen',
          await seenOf(data, id),
        ])
      ).code,
    ).toBe(65);
    expect((await durable(data, ['approvals', 'withdraw', id, '--as', 'person:ada'])).code).toBe(
      81,
    );
    expect((await durable(data, ['approvals', 'withdraw', id])).code).toBe(0);
    expect((await durable(data, ['approvals', 'show', 'none'])).code).toBe(81);
  });

  it('nobody but who may decides', async () => {
    const data = temporaryFolder();
    const id = await waiting(data, WRITE);
    const seen = await seenOf(data, id);
    expect(
      (await durable(data, ['approvals', 'approve', id, '--seen', seen, '--as', 'person:ada']))
        .code,
    ).toBe(77);
  });
});
