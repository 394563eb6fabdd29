import { fc, test } from '@fast-check/vitest';
import { appendFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_LINE } from '../../src/audit/read-event.js';
import { readPieces, type Piece, type ReadLimit } from '../../src/node/jsonl-lines.js';
import { newFolder } from './log-folder.js';

const folder = newFolder();

async function read(
  content: string | Buffer,
  limit?: ReadLimit,
): Promise<{ lines: string[]; last: Piece | undefined }> {
  const path = join(folder, 'log');
  writeFileSync(path, content, 'latin1');
  const file = await open(path, 'r');
  try {
    const lines: string[] = [];
    let last: Piece | undefined;
    for await (const piece of readPieces(file, limit)) {
      lines.push(...piece.lines);
      last = piece;
    }
    return { lines, last };
  } finally {
    await file.close();
  }
}

describe('readPieces', () => {
  test.prop([fc.uint8Array({ maxLength: 500 })], { numRuns: 50 })(
    'for any bytes: the lines and what follows them are those bytes',
    async (bytes) => {
      const content = Buffer.from(bytes).toString('latin1');
      const { lines, last } = await read(content);
      const parts = content.split('\n');
      const rest = parts.pop() ?? '';
      expect(lines).toEqual(parts);
      expect(last ?? { size: 0, rest: 0 }).toMatchObject({
        size: content.length - rest.length,
        rest: rest.length,
      });
    },
  );

  it('reads lines that lie across the ends of pieces', async () => {
    const lines = Array.from({ length: 70_000 }, (_, index) => `${index}`.repeat((index % 13) + 1));
    expect((await read(lines.map((line) => `${line}\n`).join(''))).lines).toEqual(lines);
  });

  it('cuts a line that is too long, but leaves it too long, and counts its bytes', async () => {
    const { lines, last } = await read(`a\n${'x'.repeat(3_000_000)}\nb\n`);
    expect(lines.map(({ length }) => length)).toEqual([1, MAX_LINE + 1, 1]);
    expect(last).toMatchObject({ size: 3_000_005, rest: 0 });
  });

  it('stops where it is told to', async () => {
    expect(await read('ab\ncd\nef\n', { size: 7 })).toMatchObject({
      lines: ['ab', 'cd'],
      last: { size: 6, rest: 1 },
    });
  });

  it('waits once for the end of a line when it is patient', async () => {
    setTimeout(() => appendFileSync(join(folder, 'log'), 'c\n'), 10);
    expect((await read('a\nb', { patient: true })).lines).toEqual(['a', 'bc']);
    expect((await read('a\nb', { patient: true })).last).toMatchObject({ rest: 1 });
  });
});
