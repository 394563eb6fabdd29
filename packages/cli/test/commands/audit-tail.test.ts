import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEvent } from '@sovereign/capabilities';
import { openJsonlSink } from '@sovereign/capabilities/node';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder } from '../support/fake-io.js';
import { auditText } from '../support/events.js';

/** A data folder in which something was done, and something refused. */
async function used(): Promise<string> {
  const data = temporaryFolder();
  await household(data, ['invoke', 'notes.read@1']);
  await household(data, ['invoke', 'notes.read@1', '{"note":1}']);
  return data;
}

describe('audit tail', () => {
  it('shows the last events, a line each', async () => {
    const { code, stdout, stderr } = await household(await used(), ['audit', 'tail', '-n', '1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}#4 {2}rejected-at-validate \(invalid_arguments\) {2}notes\.read@1 {2}by person:olga {2}[\d.]+ ms\n$/,
    );
  });

  it('prints events as they lie on the disk: one document, or one a line', async () => {
    const data = await used();
    const written = auditText(data).trimEnd().split('\n');
    const { stdout: jsonl } = await household(data, ['audit', 'tail', '--jsonl']);
    expect(jsonl).toBe(auditText(data));
    const { stdout: json } = await household(data, ['audit', 'tail', '--json', '-n', '2']);
    expect(JSON.parse(json)).toEqual(
      written.slice(-2).map((line) => JSON.parse(line) as AuditEvent),
    );
  });

  it('reads while another writes', async () => {
    const data = await used();
    const sink = await openJsonlSink(join(data, 'audit.jsonl'));
    expect(await household(data, ['audit', 'tail'])).toMatchObject({ code: 0 });
    await sink.close();
  });

  it('follows until Ctrl-C, which ends it well', async () => {
    const data = await used();
    const following = household(data, ['audit', 'tail', '--follow', '--jsonl', '-n', '0'], {
      signal: AbortSignal.timeout(1_500),
    });
    await household(data, ['invoke', 'notes.read@1']);
    const { code, stdout } = await following;
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEvent);
    expect(events.map(({ kind }) => kind)).toEqual(['configuration', 'invocation']);
  });

  it('shows no line that is no sound event, and says that there are such', async () => {
    const data = await used();
    appendFileSync(
      join(data, 'audit.jsonl'),
      '{"kind":"invocation","capability":"forged\u001b[2J"}\n',
    );
    const { stdout, stderr } = await household(data, ['audit', 'tail']);
    expect(stdout).not.toContain('forged');
    expect(stderr).toContain(
      'not shown, since no sound event: 1 line; `sovereign audit verify` says where',
    );
  });

  it('refuses counts and pairs of options that mean nothing', async () => {
    for (const argv of [
      ['-n', 'ten'],
      ['-n', '-1'],
      ['-n', '999999'],
      ['--json', '--jsonl'],
      ['--json', '--follow'],
    ])
      expect(await household(temporaryFolder(), ['audit', 'tail', ...argv])).toMatchObject({
        code: 64,
      });
  });

  it('says that nothing was invoked yet', async () => {
    const { code, stderr } = await household(temporaryFolder(), ['audit', 'tail']);
    expect(code).toBe(69);
    expect(stderr).toContain('there is no audit file at');
  });
});
