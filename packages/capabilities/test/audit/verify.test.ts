import { describe, expect, it } from 'vitest';
import { beginChain, link, NO_HASH, type Anchor } from '../../src/audit/chain.js';
import { checkpointSubject } from '../../src/audit/checkpoint.js';
import type { AuditEvent } from '../../src/audit/event.js';
import { MAX_LINE } from '../../src/audit/read-event.js';
import { createChainVerifier, verifyChain } from '../../src/audit/verify.js';
import type { Expected, VerifyReport } from '../../src/audit/verify-report.js';
import { chainOf, idOf, invocation, TIME } from './drafts.js';

const { lines, events } = chainOf(20);
const last = events.at(-1) as AuditEvent;
const anchorAt = (seq: number): Anchor => ({
  writer: 'w',
  seq,
  hash: events[seq - 1]?.hash ?? NO_HASH,
});

const faultsOf = async (
  items: readonly unknown[],
  expected?: Expected,
): Promise<VerifyReport['faults']> => (await verifyChain(items, expected)).faults;

/** A line with one piece replaced, its hash as it was. */
const edited = (line: string | undefined, from: string, to: string): string =>
  (line ?? '').replace(from, to);

describe('verifyChain', () => {
  it('bar-17: accepts a chain, as lines, as events, and as a stream of either', async () => {
    const whole = { firstSeq: 1, lastSeq: 20, lastHash: last.hash, count: 20, writer: 'w' };
    for (const items of [lines, events, streamOf(lines), streamOf(events)]) {
      const report = await verifyChain(items, { startsAt: 1, oneWriter: true });
      expect(report).toMatchObject({
        ok: true,
        lines: 20,
        faults: [],
        faultCount: 0,
        writers: [whole],
      });
    }
  });

  it('accepts nothing at all, and says so', async () => {
    expect(await verifyChain([])).toEqual({
      ok: true,
      lines: 0,
      writers: [],
      faults: [],
      faultCount: 0,
      limits: [{ code: 'never_recorded' }],
    });
  });

  it('follows the chains of several writers through one log', async () => {
    const other = chainOf(5, 'x').events.map((event, index) => reseat(event, 'x', index));
    const mixed = events.flatMap((event, index) => (index < 5 ? [event, other[index]] : [event]));
    const report = await verifyChain(mixed);
    expect(report.faults).toEqual([]);
    expect(report.writers.map(({ writer, count }) => [writer, count])).toEqual([
      ['w', 20],
      ['x', 5],
    ]);
  });

  describe('names the first bad place of', () => {
    it('an edited event', async () => {
      const bad = lines.with(4, edited(lines[4], 'notes.read', 'notes.rexd'));
      expect(await faultsOf(bad)).toEqual([{ kind: 'edited', line: 5, seq: 5, writer: 'w' }]);
    });

    it('an event whose hash was computed anew after the edit', async () => {
      const forged = link(invocation(50), anchorAt(4)).line;
      expect(await faultsOf(lines.with(4, forged))).toEqual([
        { kind: 'unlinked', line: 6, seq: 6, writer: 'w' },
      ]);
    });

    it('events that were removed', async () => {
      const fault = { kind: 'removed', line: 5, seq: 5, toSeq: 7, writer: 'w' };
      expect(await faultsOf(lines.toSpliced(4, 3))).toEqual([fault]);
    });

    it('a first event that was removed, where the log is known to be whole', async () => {
      const fault = { kind: 'removed', line: 1, seq: 1, toSeq: 2, writer: 'w' };
      expect(await faultsOf(lines.slice(2), { startsAt: 1 })).toEqual([fault]);
      const { faults, limits } = await verifyChain(lines.slice(2));
      expect(faults).toEqual([]);
      expect(limits).toContainEqual({ code: 'starts_late', writer: 'w', seq: 3 });
    });

    it('two events that changed places', async () => {
      const swapped = lines.with(4, lines[5] ?? '').with(5, lines[4] ?? '');
      expect(await faultsOf(swapped)).toEqual([
        { kind: 'reordered', line: 5, seq: 5, toSeq: 5, writer: 'w' },
        { kind: 'reordered', line: 6, seq: 5, writer: 'w' },
      ]);
    });

    it('an event that was written twice', async () => {
      for (const place of [5, 12, 20])
        expect(await faultsOf(lines.toSpliced(place, 0, lines[4] ?? ''))).toEqual([
          { kind: 'duplicated', line: place + 1, seq: 5, writer: 'w' },
        ]);
    });

    it('an event that was put in', async () => {
      const stray = link(invocation(50), { writer: 'w', seq: 4, hash: 'a'.repeat(64) }).line;
      expect(await faultsOf(lines.toSpliced(10, 0, stray))).toEqual([
        { kind: 'inserted', line: 11, seq: 5, writer: 'w' },
      ]);
    });

    it('an event of another writer, where one is expected', async () => {
      const stray = link(invocation(50), beginChain('x')).line;
      const bad = lines.toSpliced(10, 0, stray);
      expect(await faultsOf(bad, { oneWriter: true })).toEqual([
        { kind: 'inserted', line: 11, seq: 1, writer: 'x' },
      ]);
      expect(await faultsOf(bad)).toEqual([]);
    });

    it('a chain that forked: once, however far both ends go on', async () => {
      const branch = branchFrom(anchorAt(10), 15);
      for (const bad of [
        [...lines, ...branch],
        [...lines.slice(0, 10), ...branch, ...lines.slice(10)],
      ])
        expect((await faultsOf(bad)).map(({ kind, seq }) => [kind, seq])).toEqual([['forked', 11]]);
      const interleaved = lines.flatMap((line, index) =>
        index < 10 ? [line] : [line, branch[index - 10] ?? ''],
      );
      expect((await faultsOf(interleaved)).map(({ kind, line }) => [kind, line])).toEqual([
        ['forked', 12],
      ]);
    });

    it('a line that is none', async () => {
      for (const bad of [
        '',
        ' ',
        '{',
        'null',
        '7',
        '[]',
        '{}',
        '\u0000',
        `${lines[4]}\r`.slice(1),
        'x'.repeat(100),
      ])
        expect(await faultsOf(lines.toSpliced(4, 0, bad))).toEqual([
          { kind: 'malformed', line: 5 },
        ]);
    });

    it('a line that stands where an event stood', async () => {
      expect(await faultsOf(lines.with(4, 'x'))).toEqual([{ kind: 'malformed', line: 5 }]);
    });

    it('a line longer than 64 KiB, whatever it says', async () => {
      const padded = `${' '.repeat(MAX_LINE)}${lines[4]}`;
      expect(await faultsOf(lines.with(4, padded))).toEqual([{ kind: 'malformed', line: 5 }]);
      const short = `${' '.repeat(100)}${lines[4]}`;
      expect(await faultsOf(lines.with(4, short))).toEqual([{ kind: 'not_canonical', line: 5 }]);
    });

    it.each([
      ['a space', '"seq":5', '"seq": 5'],
      ['another spelling of a number', '"seq":5,', '"seq":5.0,'],
      ['another spelling of a letter', 'notes', '\\u006eotes'],
      ['a field that none knows', '"seq"', '"args":"x","seq"'],
      ['a field twice', '"seq":5', '"seq":6,"seq":5'],
      ['a __proto__ field', '"seq"', '"__proto__":{"x":1},"seq"'],
      ['other order', '"writer":"w","seq":5', '"seq":5,"writer":"w"'],
      ['a carriage return', '"}', '"}\r'],
      ['a byte order mark', '{"kind"', '\u00ef\u00bb\u00bf{"kind"'],
    ])('a line that is not byte for byte its event: %s', async (_, from, to) => {
      const [fault] = await faultsOf(lines.with(4, edited(lines[4], from, to)));
      expect(fault).toMatchObject({
        line: 5,
        kind: expect.stringMatching(/^(not_canonical|malformed)$/) as string,
      });
    });

    it('S1-133: a second terminal event for one attempt', async () => {
      const again = link(invocation(4), anchorAt(20));
      const fault = { kind: 'terminal_twice', line: 21, seq: 21, writer: 'w' };
      expect(await faultsOf([...lines, again.line])).toEqual([fault]);
      const noticeAgain = link({ kind: 'late_settlement', id: idOf(4), time: TIME }, last);
      expect(await faultsOf([...lines, noticeAgain.line])).toEqual([]);
    });

    it('an event object with a field too many, too few, or an accessor', async () => {
      const fifth = events[4] as AuditEvent;
      const { rule: _, ...less } = fifth as AuditEvent & { rule?: string };
      const proxy = new Proxy(
        {},
        {
          getOwnPropertyDescriptor: () => {
            throw new Error('no');
          },
        },
      );
      for (const bad of [
        { ...fifth, args: 1 },
        { ...fifth, [Symbol('x')]: 1 },
        less,
        proxy,
        null,
        undefined,
        7,
        () => fifth,
      ])
        expect((await faultsOf(events.toSpliced(4, 1, bad as AuditEvent)))[0]).toMatchObject({
          line: 5,
        });
    });
  });

  describe('a cut tail', () => {
    it('cannot be seen by itself, and that is said', async () => {
      const report = await verifyChain(lines.slice(0, 12));
      expect(report.ok).toBe(true);
      expect(report.limits).toEqual([
        { code: 'never_recorded' },
        { code: 'tail_unanchored', writer: 'w', seq: 0 },
        { code: 'older_copy', writer: 'w' },
      ]);
    });

    it('is seen by an anchor, with or without its writer', async () => {
      const fault = { kind: 'truncated', line: 13, seq: 13, toSeq: 20, writer: 'w' };
      for (const anchor of [anchorAt(20), { seq: 20, hash: last.hash }])
        expect(await faultsOf(lines.slice(0, 12), { anchors: [anchor] })).toEqual([fault]);
      expect(await faultsOf([], { anchors: [anchorAt(20)] })).toEqual([
        { ...fault, line: 1, seq: 1 },
      ]);
    });

    it('is seen by a checkpoint that another writer left', async () => {
      const subject = checkpointSubject(anchorAt(20));
      const { line } = link(
        { kind: 'checkpoint', id: idOf(1), time: TIME, subject },
        beginChain('x'),
      );
      expect(await faultsOf([line, ...lines])).toEqual([]);
      expect(await faultsOf([...lines, line])).toEqual([]);
      expect(await faultsOf([...lines.slice(0, 12), line])).toEqual([
        { kind: 'truncated', line: 14, seq: 13, toSeq: 20, writer: 'w' },
      ]);
      expect(await faultsOf([line])).toEqual([
        { kind: 'truncated', line: 2, seq: 1, toSeq: 20, writer: 'w' },
      ]);
      expect((await verifyChain([line], { oneWriter: true })).limits).toContainEqual({
        code: 'checkpoint_elsewhere',
        writer: 'w',
        seq: 20,
      });
    });

    it('does not excuse an anchor that is fulfilled, and says what lies after it', async () => {
      const { ok, limits } = await verifyChain(lines, {
        anchors: [anchorAt(9), anchorAt(0), anchorAt(15)],
      });
      expect(ok).toBe(true);
      expect(limits).toEqual([
        { code: 'never_recorded' },
        { code: 'tail_unanchored', writer: 'w', seq: 15 },
      ]);
    });
  });

  describe('a log that was replaced', () => {
    const replaced = [...lines.slice(0, 10), ...branchFrom(anchorAt(10), 10)];

    it('cannot be seen by itself', async () => {
      expect((await verifyChain(replaced)).ok).toBe(true);
    });

    it('is seen by an anchor, at its place', async () => {
      expect(await faultsOf(replaced, { anchors: [anchorAt(15)] })).toEqual([
        { kind: 'replaced', line: 15, seq: 15, writer: 'w' },
      ]);
      expect(await faultsOf(replaced, { anchors: [anchorAt(10)] })).toEqual([]);
    });

    it('is seen by an anchor at the place before the first', async () => {
      const tail = replaced.slice(15);
      expect(await faultsOf(tail, { anchors: [anchorAt(15)] })).toMatchObject([
        { kind: 'replaced', line: 1, seq: 15 },
      ]);
      expect((await verifyChain(tail, { anchors: [anchorAt(9)] })).limits).toContainEqual({
        code: 'anchor_before_start',
        writer: 'w',
        seq: 9,
      });
    });

    it('is seen by a checkpoint', async () => {
      const subject = checkpointSubject(anchorAt(15));
      const { line } = link(
        { kind: 'checkpoint', id: idOf(1), time: TIME, subject },
        beginChain('x'),
      );
      for (const bad of [
        [...replaced, line],
        [line, ...replaced],
      ])
        expect(await faultsOf(bad)).toMatchObject([{ kind: 'replaced', seq: 15, writer: 'w' }]);
    });
  });

  it('lets a chain begin at the end of another one that was read, and says when it was not', async () => {
    const next = link(invocation(50), { writer: 'x', seq: 0, hash: last.hash }).line;
    expect((await verifyChain([...lines, next])).limits).not.toContainEqual({
      code: 'continues_elsewhere',
      writer: 'x',
    });
    expect((await verifyChain([next])).limits).toContainEqual({
      code: 'continues_elsewhere',
      writer: 'x',
    });
    expect(await faultsOf([next], { oneWriter: true })).toMatchObject([
      { kind: 'unlinked', line: 1, seq: 1 },
    ]);
  });

  it('lists at most 1,000 faults and counts them all', async () => {
    const { faults, faultCount, ok, limits } = await verifyChain(
      Array.from({ length: 5_000 }, () => 'x'),
    );
    expect([faults.length, faultCount, ok]).toEqual([1_000, 5_000, false]);
    expect(limits).toContainEqual({ code: 'faults_not_listed' });
  });
});

describe('createChainVerifier', () => {
  it('notices what stands after the last line break', () => {
    const verifier = createChainVerifier();
    for (const line of lines) verifier.add(line);
    expect(verifier.report().ok).toBe(true);
    verifier.addTorn();
    expect(verifier.report().faults).toEqual([{ kind: 'torn', line: 21 }]);
  });
});

function branchFrom(end: Anchor, length: number): string[] {
  const branch: string[] = [];
  for (let place = end, number = 1; number <= length; number += 1) {
    const { event, line } = link(invocation(1_000 + number), place);
    branch.push(line);
    place = event;
  }
  return branch;
}

/** Chains of two writers must not share ids. */
function reseat(event: AuditEvent, writer: string, index: number): AuditEvent {
  reseated[index] = link(invocation(500 + index), reseated[index - 1] ?? beginChain(writer)).event;
  return reseated[index] ?? event;
}
const reseated: AuditEvent[] = [];

async function* streamOf<T>(items: readonly T[]): AsyncIterable<T> {
  for (const item of items) yield await Promise.resolve(item);
}
