import { requestText } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { ASK, asked, durable } from '../support/durable.js';
import { temporaryFolder } from '../support/fake-io.js';

async function withRequest() {
  const data = temporaryFolder();
  await durable(data, ['policy', 'set', ASK]);
  return { data, request: await asked(data) };
}

describe('requests and grants', () => {
  it('lists what minds ask for, one item for each intention, and shows every field', async () => {
    const { data, request } = await withRequest();
    const listed = await durable(data, ['requests', 'list']);
    expect(listed.stdout).toBe(
      `mind:muse, tidy-up: 1 request\n  ${request.id}  open  notes.read@1: notes are looked up often\n`,
    );
    const { stdout } = await durable(data, ['requests', 'show', request.id]);
    const lines = stdout.split('\n');
    // Byte for byte what the digest is of, and below it how the request stands.
    expect(stdout.startsWith(`${requestText(request)}\n`)).toBe(true);
    expect(lines.slice(-4).map((line) => line.split('  ')[0])).toEqual([
      'state',
      'history',
      'seen',
      '',
    ]);
    expect(lines.at(-2)).toContain(request.digest);
    await durable(data, ['requests', 'decide', request.id, '--deny', '--note', 'not this week']);
    expect((await durable(data, ['requests', 'show', request.id])).stdout).toMatch(
      /declined by person:olga: not this week$/m,
    );
  });

  it('S3-222 grants what was asked or less, lists it, and takes it back', async () => {
    const { data, request } = await withRequest();
    const decide = ['requests', 'decide', request.id];
    expect((await durable(data, decide)).code).toBe(64);
    expect((await durable(data, [...decide, '--approve', '--no-input'])).code).toBe(80);
    const seen = ['--seen', request.digest];
    expect((await durable(data, [...decide, '--approve', '--for', '2h', ...seen])).code).toBe(65);
    const granted = await durable(data, [
      ...decide,
      '--approve',
      '--for',
      '30min',
      '--uses',
      '2',
      ...seen,
    ]);
    expect(granted).toMatchObject({ code: 0 });
    expect(granted.stdout).toContain('is granted');
    expect((await durable(data, [...decide, '--deny'])).code).toBe(81);
    const [grant] = JSON.parse((await durable(data, ['grants', 'list', '--json'])).stdout) as [
      { readonly id: string },
    ];
    expect(grant).toMatchObject({
      holder: 'mind:muse',
      giver: 'olga',
      uses: 2,
      used: 0,
      state: 'live',
    });
    expect((await durable(data, ['grants', 'list'])).stdout).toContain('used 0 of 2 times');
    expect((await durable(data, ['grants', 'revoke', grant.id, '--as', 'person:ada'])).code).toBe(
      77,
    );
    expect((await durable(data, ['grants', 'revoke', grant.id])).stdout).toContain('is revoked');
    expect((await durable(data, ['grants', 'revoke', grant.id])).code).toBe(81);
    expect((await durable(data, ['grants', 'list'])).stderr).toContain('nobody holds a grant');
  });

  it('asks nobody before what cannot be taken', async () => {
    const { data, request } = await withRequest();
    for (const more of [
      ['--for', '8d'],
      ['--note', 'n'.repeat(2_001)],
    ]) {
      const argv = ['requests', 'decide', request.id, '--approve', ...more];
      const refused = await durable(data, argv, { terminal: true, answers: ['yes'] });
      expect(refused).toMatchObject({ code: 65 });
      expect(refused.stderr).not.toContain('(yes/no)');
    }
  });

  it('declines, and asks a person at a terminal', async () => {
    const { data, request } = await withRequest();
    const declined = await durable(data, [
      'requests',
      'decide',
      request.id,
      '--deny',
      '--note',
      'no',
    ]);
    expect(declined.stdout).toContain('is declined');
    // What was just declined is not asked for again; something else is.
    const other = await asked(data, undefined, 'b*');
    const approved = await durable(data, ['requests', 'decide', other.id, '--approve'], {
      terminal: true,
      answers: ['yes'],
    });
    expect(approved.stderr).toContain('notes are looked up often');
    expect(approved.stdout).toContain('is granted');
    expect(
      JSON.parse((await durable(data, ['requests', 'list', '--all', '--json'])).stdout),
    ).toMatchObject([
      { intention: 'tidy-up', requests: [{ state: 'declined' }, { state: 'granted' }] },
    ]);
  });
});

describe('what a mind says', () => {
  it('stays within its line, whatever it holds', async () => {
    const data = temporaryFolder();
    await durable(data, ['policy', 'set', ASK]);
    await asked(data, 'please\n  0000  open  notes.read@1: harmless');
    const { stdout } = await durable(data, ['requests', 'list']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });
});
