import { describe, expect, it } from 'vitest';
import { memorySink, type MemorySink } from '../../src/audit/memory-sink.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import type { AuditEvent, EventDraft } from '../../src/audit/event.js';
import type { AuditSink } from '../../src/audit/sink.js';
import { sinkConformance, type SinkUnderTest } from '../../src/testing/sink-conformance.js';

interface Broken extends AuditSink {
  readonly inner: MemorySink;
}

/** A memory sink with one thing wrong with it. */
const broken = (change: (inner: MemorySink) => Partial<AuditSink>): Broken => {
  const inner = memorySink();
  return { inner, append: inner.append, read: inner.read, ...change(inner) };
};

const complaintsOf = async (under: SinkUnderTest): Promise<string[]> => {
  const complaints: string[] = [];
  for (const { title, skip, run } of sinkConformance(under)) {
    if (skip !== undefined) continue;
    await run().catch(() => complaints.push(title));
  }
  return complaints;
};

const storedIn = (sink: AuditSink): string =>
  (sink as Broken).inner.events().map(serializeEvent).join('\n');
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('sinkConformance', () => {
  it('has no complaint about a sink that does all of it', async () => {
    expect(await complaintsOf({ open: () => broken(() => ({})), stored: storedIn })).toEqual([]);
  });

  it('marks what it cannot try, and does not pass it silently', async () => {
    const cases = sinkConformance({ open: () => memorySink() });
    const skipped = cases.filter(({ skip }) => skip !== undefined);
    expect(skipped.map(({ skip }) => skip)).toEqual([
      'no `stored` was given',
      'no `stored` was given',
      'no `breakWrites` was given',
    ]);
    for (const { run } of skipped) await expect(run()).rejects.toThrow('was given');
  });

  it('closes every sink, also after a failure', async () => {
    const open: AuditSink[] = [];
    const make = (): AuditSink => {
      const sink = broken(() => ({
        append: () => {
          throw new TypeError('no');
        },
        close: async () => void open.splice(open.indexOf(sink), 1),
      }));
      open.push(sink);
      return sink;
    };
    await complaintsOf({ open: make });
    expect(open).toEqual([]);
  });

  it.each<[string, (inner: MemorySink) => Partial<AuditSink>, RegExp]>([
    [
      'knows no ids',
      (inner) => ({
        append: (draft) =>
          draft.kind === 'invocation'
            ? inner.append({ ...draft, id: crypto.randomUUID() })
            : inner.append(draft),
      }),
      /keeps one terminal event per invocation id: a second/,
    ],
    [
      'loses notices',
      (inner) => ({
        append: (draft) =>
          draft.kind === 'grant'
            ? { ...inner.append({ ...draft, kind: 'decision' }) }
            : inner.append(draft),
      }),
      /keeps every notice/,
    ],
    [
      'reads backwards',
      (inner) => ({
        read: async function* (query) {
          const all = [];
          for await (const event of inner.read(query)) all.unshift(event);
          yield* all;
        },
      }),
      /reads all/,
    ],
    [
      'answers out of order',
      (inner) => ({
        append: async (draft) => {
          if (draft.id.endsWith('1')) await later();
          return inner.append(draft);
        },
      }),
      /numbers events/,
    ],
    [
      'answers before it writes',
      (inner) => ({
        append: (draft) => {
          const event = memorySink().append(draft);
          void later().then(() => inner.append(draft));
          return event;
        },
      }),
      /an append resolves only when/,
    ],
    [
      'keeps what it is given',
      (inner) => ({
        read: async function* (query) {
          for await (const event of inner.read(query))
            yield Object.assign({}, event, { args: 'x' });
        },
      }),
      /closed fields/,
    ],
    [
      'reads accessors twice',
      (inner) => ({
        append: (draft) => {
          void { ...draft };
          return inner.append(draft);
        },
      }),
      /closed fields/,
    ],
    [
      'writes texts as they are',
      (inner) => ({
        append: (draft) =>
          Object.freeze({
            ...inner.append(draft),
            capability: (draft as { capability?: string }).capability ?? 'x',
          } as AuditEvent),
      }),
      /safe characters/,
    ],
    [
      'swallows drafts that are none',
      (inner) => ({
        append: (draft) => {
          try {
            return inner.append(draft);
          } catch {
            return inner.append(fallback);
          }
        },
      }),
      /refuses a draft/,
    ],
    [
      'returns what can be changed',
      (inner) => ({ append: (draft) => ({ ...inner.append(draft) }) }),
      /frozen/,
    ],
  ])('complains about a sink that %s', async (_, change, title) => {
    const complaints = await complaintsOf({ open: () => broken(change), stored: storedIn });
    expect(complaints.filter((complaint) => title.test(complaint))).not.toEqual([]);
  });

  it('complains about a sink that writes on after a failure', async () => {
    const failing = new Set<AuditSink>();
    const make = (): AuditSink => {
      const sink: Broken = broken((inner) => ({
        append(draft) {
          if (failing.delete(sink)) throw new Error('disk full');
          return inner.append(draft);
        },
      }));
      return sink;
    };
    const complaints = await complaintsOf({
      open: make,
      breakWrites: (sink) => void failing.add(sink),
    });
    expect(complaints).toEqual([
      'after a failed write every append rejects, and what was acknowledged can be read',
    ]);
  });
});

const fallback: EventDraft = {
  kind: 'configuration',
  id: '00000000-0000-4000-8000-000000000000',
  time: '2026-01-02T03:04:05.678Z',
};
