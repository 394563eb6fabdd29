import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { link, type Anchor } from '../../src/audit/chain.js';
import type { AuditEvent } from '../../src/audit/event.js';
import { createChainVerifier, verifyChain } from '../../src/audit/verify.js';
import type { Expected, VerifyReport } from '../../src/audit/verify-report.js';
import { chainOf, drafts, invocation } from './drafts.js';

const LENGTH = 200;
const { lines, events } = chainOf(LENGTH);
const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
const anchor = events.at(-1) as AuditEvent;
const whole: Expected = { startsAt: 1, oneWriter: true };

/** Verifies bytes as a file's are. */
function verifyBytes(content: Buffer, expected: Expected = whole): VerifyReport {
  const verifier = createChainVerifier(expected);
  const parts = content.toString('latin1').split('\n');
  const rest = parts.pop();
  for (const part of parts) verifier.add(part);
  if (rest !== '') verifier.addTorn();
  return verifier.report();
}

/** The line that each byte belongs to, its line break included. */
const LINE_OF = lines.flatMap((line, index) =>
  Array.from({ length: line.length + 1 }, () => index + 1),
);
const lineAt = (position: number): number => LINE_OF[position] ?? 0;

/** Every byte of these lines, and a sample of all others that meets every line. */
const POSITIONS = Array.from(bytes.keys()).filter(
  (position) => position % 83 === 7 || [1, 100].includes(lineAt(position)),
);

it(
  'bar-17, I7: for a log of 200 events and a change of any byte: verification names the line',
  { timeout: 60_000 },
  () => {
    const missed: number[] = [];
    for (const [index, position] of POSITIONS.entries()) {
      const byte = bytes[position] ?? 0;
      const changed = Buffer.from(bytes);
      // In turn: the next character, another case, a line break, nothing, a byte that is not ASCII.
      changed[position] =
        [byte ^ 1, byte ^ 0x20, byte === 10 ? 32 : 10, 0, byte | 0x80][index % 5] ?? 0;
      if (verifyBytes(changed).faults[0]?.line !== lineAt(position)) missed.push(position);
    }
    expect(missed).toEqual([]);
  },
);

it(
  'bar-17: for a log cut off at any byte: verification names the torn line or, by an anchor, what is missing',
  { timeout: 60_000 },
  () => {
    const missed: number[] = [];
    for (const position of POSITIONS.filter((_, index) => index % 4 === 0)) {
      const { faults } = verifyBytes(bytes.subarray(0, position), { ...whole, anchors: [anchor] });
      const kinds = faults.map(({ kind }) => kind).join();
      const atBreak = position === 0 || bytes[position - 1] === 10;
      if (kinds !== (atBreak ? 'truncated' : 'torn,truncated')) missed.push(position);
    }
    expect(missed).toEqual([]);
  },
);

const place = fc.nat({ max: LENGTH - 1 });

test.prop([place, fc.integer({ min: 1, max: 20 })])(
  'for every run of events removed: verification names where, or it is a cut tail',
  async (from, count) => {
    const left = lines.toSpliced(from, count);
    const { faults, limits } = await verifyChain(left, whole);
    if (from + count >= LENGTH) {
      expect(faults).toEqual([]);
      expect(limits).toContainEqual({ code: 'tail_unanchored', writer: 'w', seq: 0 });
    } else
      expect(faults).toEqual([
        { kind: 'removed', line: from + 1, seq: from + 1, toSeq: from + count, writer: 'w' },
      ]);
    const anchored = await verifyChain(left, { ...whole, anchors: [anchor] });
    expect(anchored.faults[0]).toMatchObject({ line: from + 1, seq: from + 1 });
  },
);

test.prop([place, place])(
  'for every two events that change places: verification names the first place',
  async (one, other) => {
    fc.pre(one !== other);
    const swapped = lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
    const { faults } = await verifyChain(swapped, whole);
    expect(faults[0]?.line).toBe(Math.min(one, other) + 1);
  },
);

test.prop([place, fc.nat({ max: LENGTH })])(
  'for every event written a second time anywhere: verification names that place',
  async (from, to) => {
    const { faults } = await verifyChain(lines.toSpliced(to, 0, lines[from] ?? ''), whole);
    // Beside itself, which of the two is the second cannot be told.
    expect([to + 1, ...(to === from ? [to + 2] : [])]).toContain(faults[0]?.line);
  },
);

test.prop([place, fc.nat({ max: LENGTH }), drafts])(
  'for every forged event put in anywhere: verification names the number it claims',
  async (after, to, draft) => {
    const end: Anchor = events[after - 1] ?? { writer: 'w', seq: 0, hash: '0'.repeat(64) };
    const forged = link(draft, end);
    const { faults } = await verifyChain(lines.toSpliced(to, 0, forged.line), whole);
    expect(faults.map(({ seq }) => seq)).toContain(after === to ? after + 1 : forged.event.seq);
  },
);

test.prop([place, fc.integer({ min: 1, max: 5 })])(
  'for every end computed anew: an anchor finds it out, and nothing else does',
  async (from, more) => {
    let end: Anchor = events[from - 1] ?? { writer: 'w', seq: 0, hash: '0'.repeat(64) };
    const forged = lines.slice(0, from);
    for (let number = from; number < LENGTH + more; number += 1) {
      const { event, line } = link(invocation(10_000 + number), end);
      forged.push(line);
      end = event;
    }
    expect((await verifyChain(forged, whole)).ok).toBe(true);
    const { faults } = await verifyChain(forged, { ...whole, anchors: [anchor] });
    expect(faults).toEqual([{ kind: 'replaced', line: LENGTH, seq: LENGTH, writer: 'w' }]);
  },
);

test.prop([fc.array(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }))])(
  'for anything at all as a log: it is reported on, and nothing is thrown',
  async (items) => {
    const { lines: count, faultCount } = await verifyChain(items);
    expect([count, faultCount]).toEqual([items.length, items.length]);
  },
);

test.prop([fc.array(fc.record({ index: place, junk: fc.string() }), { maxLength: 10 })])(
  'for any lines that are none, put in anywhere: only these are named',
  async (junk) => {
    const mixed = junk.reduce<string[]>(
      (all, { index, junk: text }) => all.toSpliced(index, 0, text),
      [...lines],
    );
    const { faults } = await verifyChain(mixed, whole);
    expect(faults.map(({ kind }) => kind)).toEqual(junk.map(() => 'malformed'));
  },
);
