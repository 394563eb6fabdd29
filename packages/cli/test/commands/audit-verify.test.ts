import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEvent } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { limitText } from '../../src/commands/audit-verify.js';
import { household, temporaryFolder } from '../support/fake-io.js';
import { auditText } from '../support/events.js';

/** A data folder with six events. */
async function used(): Promise<string> {
  const data = temporaryFolder();
  for (let count = 0; count < 3; count += 1) await household(data, ['invoke', 'notes.read@1']);
  return data;
}

const linesOf = (data: string): readonly string[] => auditText(data).trimEnd().split('\n');
const write = (data: string, lines: readonly string[]): void =>
  writeFileSync(join(data, 'audit.jsonl'), lines.map((line) => `${line}\n`).join(''));

const anchorOf = (line: string | undefined): string => {
  const { seq, hash } = JSON.parse(line ?? '') as AuditEvent;
  return `${seq}:${hash}`;
};

describe('audit verify', () => {
  it('exits with 0 when the chain is sound, and says where it ends and what it cannot know', async () => {
    const data = await used();
    const { code, stdout } = await household(data, ['audit', 'verify']);
    expect(code).toBe(0);
    expect(stdout).toContain('sound: 6 events in 1 file\n');
    expect(stdout).toContain(`ends at  ${anchorOf(linesOf(data)[5])}\n`);
    expect(stdout).toContain('unknown  what was never appended leaves no trace\n');
    expect(stdout).toContain('an anchor kept elsewhere');
  });

  it('knows more with an anchor', async () => {
    const data = await used();
    const { code, stdout } = await household(data, [
      'audit',
      'verify',
      '--anchor',
      anchorOf(linesOf(data)[5]),
    ]);
    expect(code).toBe(0);
    expect(stdout).not.toContain('older copy');
  });

  const faults: readonly (readonly [
    string,
    string,
    (lines: readonly string[]) => readonly string[],
  ])[] = [
    [
      'an edited event',
      'edited',
      (lines) =>
        lines.map((line, at) => (at === 3 ? line.replace('notes.read', 'notes.writ') : line)),
    ],
    ['a removed event', 'removed', (lines) => lines.filter((_, at) => at !== 2)],
    ['a line that is no event', 'malformed', (lines) => [...lines, 'hunter2']],
  ];
  it.each(faults)('exits with 69 for %s, and says which and where', async (_, kind, change) => {
    const data = await used();
    write(data, change(linesOf(data)));
    const { code, stdout, stderr } = await household(data, ['audit', 'verify']);
    expect(code).toBe(69);
    expect(stdout).toContain('NOT SOUND');
    expect(stdout).toMatch(new RegExp(`^fault +${kind}: `, 'm'));
    expect(stderr).toContain('the audit is not sound');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  it('finds a tail that was cut off, where an anchor tells of it', async () => {
    const data = await used();
    const lines = linesOf(data);
    write(data, lines.slice(0, 4));
    expect(await household(data, ['audit', 'verify'])).toMatchObject({ code: 0 });
    const { code, stdout } = await household(data, [
      'audit',
      'verify',
      '--anchor',
      anchorOf(lines[5]),
    ]);
    expect(code).toBe(69);
    expect(stdout).toMatch(/^fault +truncated: /m);
  });

  it('prints its report as JSON, in the names of the wire', async () => {
    const data = await used();
    const { stdout } = await household(data, ['audit', 'verify', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      lines: 6,
      fault_count: 0,
      faults: [],
      files: [{ path: join(data, 'audit.jsonl'), lines: 6 }],
      writers: [{ first_seq: 1, last_seq: 6, count: 6, last_hash: expect.any(String) as unknown }],
      limits: expect.arrayContaining([
        expect.objectContaining({ code: 'never_recorded', text: expect.any(String) as unknown }),
      ]) as unknown,
    });
  });

  it('writes nothing, and takes no lock', async () => {
    const data = await used();
    const before = [readdirSync(data), readFileSync(join(data, 'audit.jsonl'))];
    await household(data, ['audit', 'verify']);
    expect([readdirSync(data), readFileSync(join(data, 'audit.jsonl'))]).toEqual(before);
  });

  it('takes several anchors, and none that is malformed', async () => {
    const data = await used();
    const [first, last] = [anchorOf(linesOf(data)[0]), anchorOf(linesOf(data)[5])];
    expect(
      await household(data, ['audit', 'verify', '--anchor', first, '--anchor', last]),
    ).toMatchObject({ code: 0 });
    for (const anchor of ['1', `0:${'0'.repeat(64)}`, '1:xyz'])
      expect(await household(data, ['audit', 'verify', '--anchor', anchor])).toMatchObject({
        code: 64,
      });
  });

  it('says that there is no log', async () => {
    expect(await household(temporaryFolder(), ['audit', 'verify'])).toMatchObject({ code: 69 });
  });
});

describe('limitText', () => {
  it('names the event, where one is known', () => {
    expect(limitText({ code: 'tail_unanchored', seq: 4 })).toContain('after event 4');
    expect(limitText({ code: 'tail_unanchored', seq: 0 })).toContain('events at the end');
    expect(limitText({ code: 'starts_late' })).toContain('event the last');
  });
});
