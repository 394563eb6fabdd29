import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { verifyChain } from '../../src/audit/verify.js';
import { sinkConformance } from '../../src/testing/sink-conformance.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import { idOf, invocation, TIME } from './drafts.js';

describe('memorySink conforms (S1-134)', () => {
  const stored = (sink: unknown): string =>
    (sink as ReturnType<typeof memorySink>).events().map(serializeEvent).join('\n');
  const cases = sinkConformance({ open: () => memorySink(), stored });
  for (const { title, skip, run } of cases) if (skip === undefined) it(title, run);

  it('in all but what cannot happen to it: a write that fails', () => {
    expect(cases.filter(({ skip }) => skip !== undefined).map(({ title }) => title)).toEqual([
      'after a failed write every append rejects, and what was acknowledged can be read',
    ]);
  });
});

describe('memorySink', () => {
  it('returns the event itself, not a promise', () => {
    expect(memorySink().append(invocation(1)).seq).toBe(1);
  });

  it('names its writer, and its last place', () => {
    const sink = memorySink({ writer: 'test:1' });
    expect(sink.anchor()).toEqual({ writer: 'test:1', seq: 0, hash: '0'.repeat(64) });
    const { hash } = sink.append(invocation(1));
    expect(sink.anchor()).toEqual({ writer: 'test:1', seq: 1, hash });
  });

  it('drops the oldest beyond its capacity, and verification says where it starts', async () => {
    const sink = memorySink({ capacity: 10 });
    for (let number = 1; number <= 35; number += 1) {
      sink.append(invocation(number));
      expect(sink.events()).toHaveLength(Math.min(number, 10));
      expect(sink.events().at(-1)?.seq).toBe(number);
    }
    const report = await verifyChain(sink.events());
    expect(report.ok).toBe(true);
    expect(report.limits).toContainEqual({ code: 'starts_late', writer: 'memory', seq: 26 });
  });

  it('forgets an id with its event', () => {
    const sink = memorySink({ capacity: 2 });
    const first = sink.append(invocation(1));
    sink.append(invocation(2));
    expect(sink.append(invocation(1))).toBe(first);
    sink.append(invocation(3));
    expect(sink.append(invocation(1)).seq).toBe(4);
  });

  it('does not take a notice for an attempt with the same id', () => {
    const sink = memorySink();
    sink.append({ kind: 'late_settlement', id: idOf(1), time: TIME });
    expect(sink.append(invocation(1)).kind).toBe('invocation');
  });

  it('refuses options that are none', () => {
    for (const options of [
      { writer: 'a b' },
      { writer: 'x'.repeat(47) },
      { capacity: 0 },
      { capacity: 1.5 },
    ])
      expect(() => memorySink(options)).toThrow(TypeError);
  });
});
