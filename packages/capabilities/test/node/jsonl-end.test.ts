import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJsonlSink } from '../../src/node/jsonl-sink.js';
import { verifyJsonl } from '../../src/node/verify-jsonl.js';
import { invocation } from '../audit/drafts.js';
import { startChild } from './children/child.js';
import { everything, namesBeside, newPath } from './log-folder.js';

const tornOf = (path: string): string[] =>
  readdirSync(join(path, '..')).filter((name) => name.startsWith(`${basename(path)}.torn-`));

describe(
  'a writer that is killed with SIGKILL in the middle of appending',
  { timeout: 60_000 },
  () => {
    it.each([
      ['alone', 1, 1 << 26],
      ['sixteen callers at once', 16, 1 << 26],
      ['rotating all the time', 8, 4_000],
    ])(
      'S1-121, I11: has every acknowledged event in its log, and the chain goes on: %s',
      async (_, callers, maxBytes) => {
        const path = newPath();
        let acknowledged = 0;
        for (let round = 0; round < 4; round += 1) {
          const child = startChild('append-forever.mjs', path, String(callers), String(maxBytes));
          await child.line();
          await new Promise((resolve) => setTimeout(resolve, 20 + 37 * round));
          await child.kill();
          const sink = await openJsonlSink(path, { maxBytes });
          const found = new Map<string, number>();
          for await (const { id, seq } of sink.read()) found.set(id, seq);
          const told = child.said().split('\n').slice(0, -1);
          const lost = told.filter((line) => {
            const [seq, id = ''] = line.split(' ');
            return found.get(id) !== Number(seq);
          });
          expect(lost).toEqual([]);
          acknowledged += told.length;
          await sink.close();
        }
        expect(acknowledged).toBeGreaterThan(8);
        const report = await verifyJsonl(path);
        expect(report.faults).toEqual([]);
        expect(report.lines).toBeGreaterThanOrEqual(acknowledged);
      },
    );
  },
);

describe('a line that a crash left unfinished', () => {
  it.each([
    ['part of a line', '{"kind":"invocation","id":"0000'],
    ['bytes that are no text', '\u0000'.repeat(5_000)],
    ['more than a chunk', 'x'.repeat(1_100_000)],
  ])('is kept aside, whole, and noted as torn_line_kept: %s', async (_, torn) => {
    const path = newPath();
    const first = await openJsonlSink(path);
    await first.append(invocation(1));
    await first.close();
    appendFileSync(path, torn, 'latin1');
    expect((await verifyJsonl(path)).faults).toMatchObject([{ kind: 'torn', line: 2, path }]);
    const second = await openJsonlSink(path, { now: () => '2026-01-02T03:04:05.678Z' });
    const [kept = ''] = tornOf(path);
    expect(readFileSync(join(path, '..', kept), 'latin1')).toBe(torn);
    expect(statSync(join(path, '..', kept)).mode & 0o777).toBe(0o600);
    const events = [];
    for await (const event of second.read()) events.push(event);
    expect(events[1]).toMatchObject({
      kind: 'configuration',
      code: 'torn_line_kept',
      time: '2026-01-02T03:04:05.678Z',
      seq: 2,
    });
    await second.close();
    expect((await verifyJsonl(path)).ok).toBe(true);
  });

  it('is kept aside when it is all there is', async () => {
    const path = newPath();
    writeFileSync(path, '{"kind"', { mode: 0o600 });
    const sink = await openJsonlSink(path);
    expect(sink.anchor().seq).toBe(1);
    await sink.close();
    expect(namesBeside(path)).toHaveLength(2);
    expect((await verifyJsonl(path)).ok).toBe(true);
  });

  it('for a log cut at every byte of its last two lines: what is whole is kept, and nothing is lost', async () => {
    const path = newPath();
    const sink = await openJsonlSink(path);
    for (const number of [1, 2, 3]) await sink.append(invocation(number));
    await sink.close();
    const text = readFileSync(path, 'latin1');
    const firstEnd = text.indexOf('\n') + 1;
    for (let size = firstEnd; size <= text.length; size += 29) {
      const cutPath = newPath();
      writeFileSync(cutPath, text.slice(0, size), { encoding: 'latin1', mode: 0o600 });
      const again = await openJsonlSink(cutPath);
      await again.close();
      const kept = text.slice(0, size).lastIndexOf('\n') + 1;
      expect(everything({ path: cutPath })).toContain(text.slice(kept, size));
      expect(readFileSync(cutPath, 'latin1').startsWith(text.slice(0, kept))).toBe(true);
      expect((await verifyJsonl(cutPath)).ok).toBe(true);
    }
  });
});
