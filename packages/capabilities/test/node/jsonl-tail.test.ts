import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  damaged,
  readHeld,
  readRotated,
  type Held,
  type PlacedId,
} from '../../src/node/jsonl-tail.js';
import { chainOf, idOf } from '../audit/drafts.js';
import { newPath } from './log-folder.js';

const { lines, events } = chainOf(20);
const text = lines.map((line) => `${line}\n`).join('');

async function held(content: string): Promise<{ found: Held; ids: PlacedId[] }> {
  const path = newPath();
  writeFileSync(path, content);
  const file = await open(path, 'r');
  const ids: PlacedId[] = [];
  try {
    return { found: await readHeld(path, file, ids), ids };
  } finally {
    await file.close();
  }
}

describe('readHeld', () => {
  it('finds the first number, the last event, and the ids of attempts with their places', async () => {
    const { found, ids } = await held(text);
    expect(found).toEqual({ firstSeq: 1, last: events[19], size: text.length, torn: 0 });
    const attempts = events.filter(({ kind }) => kind === 'invocation');
    expect(ids).toEqual(attempts.map(({ id, seq }) => [id, seq]));
    expect(ids[0]).toEqual([idOf(1), 1]);
  });

  it('counts what stands after the last whole line', async () => {
    expect((await held(`${text}{"k`)).found).toMatchObject({ size: text.length, torn: 3 });
  });

  it('finds nothing in an empty file', async () => {
    expect((await held('')).found).toEqual({ firstSeq: 0, last: undefined, size: 0, torn: 0 });
  });

  it('refuses a first or last line that is no link', async () => {
    await expect(held(`x\n${text}`)).rejects.toMatchObject({ code: 'audit_damaged' });
    await expect(held(`${text}x\n`)).rejects.toMatchObject({ code: 'audit_damaged' });
    expect(damaged('/log', 'broken').message).toContain('verify the log');
  });
});

describe('readRotated', () => {
  it('refuses a file that does not end where its name says', async () => {
    const path = newPath();
    writeFileSync(path, text);
    expect((await readRotated({ path, firstSeq: 1, lastSeq: 20 }, [])).last?.seq).toBe(20);
    await expect(readRotated({ path, firstSeq: 1, lastSeq: 21 }, [])).rejects.toMatchObject({
      code: 'audit_damaged',
    });
    writeFileSync(path, `${text}x`);
    await expect(readRotated({ path, firstSeq: 1, lastSeq: 20 }, [])).rejects.toMatchObject({
      code: 'audit_damaged',
    });
  });
});
