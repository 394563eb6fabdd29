import { describe, expect, it } from 'vitest';
import { memorySink, type MemorySink } from '../../src/audit/memory-sink.js';
import { memoryDecisionLog } from '../../src/store/decision-log.js';
import type { DoorStore } from '../../src/store/door-store.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fixtureCapability } from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

/** A sink that takes every event but those of one kind and code. */
const without = (kind: string, code: string): MemorySink => {
  const sink = memorySink();
  return {
    ...sink,
    append(event) {
      if (event.kind === kind && event.code === code) throw new Error('full');
      return sink.append(event);
    },
  };
};

/** A host with one open proposal that only a policy asks about, and olga's yes to it for an hour. */
const yesOn = async (store: DoorStore, sink: MemorySink = memorySink()) => {
  const probe = fixtureCapability();
  const decisions = memoryDecisionLog();
  const defects: unknown[] = [];
  const host = await askingHost([probe.capability], {
    store,
    decisions,
    defect: (thrown) => defects.push(thrown),
    sink,
  });
  const { event: pending } = await host.invoke({ args: {} });
  const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
  const decision = { pending, person: 'olga', seen, approve: true, grantMs: 3_600_000 };
  const answer = await host.executor.desk.decide(decision);
  const noted = sink
    .events()
    .filter(({ kind }) => kind === 'decision' || kind === 'grant')
    .map(({ kind, code }) => `${kind} ${code}`);
  const logged = (await decisions.read(pending)).map(({ kind }) => kind);
  const state = (await host.executor.desk.find(pending))?.state;
  return { answer, noted, logged, state, defects, grants: await host.executor.grants.list() };
};

describe('deed', () => {
  it('goes on record, in the log and in the audit, before it is done', async () => {
    const { answer, noted, logged, state, grants } = await yesOn(memoryStore());
    expect(answer.ok).toBe(true);
    expect(noted).toEqual(['decision approved', 'grant granted']);
    expect(logged).toEqual(['approved']);
    expect([state, grants.length]).toEqual(['approved', 1]);
  });

  it('where the store threw before it was done, the record says that nobody knows', async () => {
    const base = memoryStore();
    const broken: DoorStore = {
      ...base,
      decide: () => {
        throw new Error('lost');
      },
    };
    const { answer, noted, logged, state, grants, defects } = await yesOn(broken);
    expect(answer).toMatchObject({ ok: false, code: 'desk_failed' });
    expect(noted).toEqual([
      'decision approved',
      'grant granted',
      'decision unsure',
      'grant unsure',
    ]);
    expect(logged).toEqual(['approved', 'unsure']);
    expect([state, grants.length]).toEqual(['open', 0]);
    expect(defects.map(String)).toEqual(['Error: lost']);
  });

  it('where the store threw after it was done, the record says the same, and it holds', async () => {
    const base = memoryStore();
    const broken: DoorStore = {
      ...base,
      decide: async (...asked) => {
        await base.decide(...asked);
        throw new Error('the connection broke');
      },
    };
    const { answer, noted, state, grants } = await yesOn(broken);
    expect(answer).toMatchObject({ ok: false, code: 'desk_failed' });
    expect(noted.slice(2)).toEqual(['decision unsure', 'grant unsure']);
    expect([state, grants.length]).toEqual(['approved', 1]);
  });

  it('where only a part of it got on record, nothing is done, and what got there is void', async () => {
    const { answer, noted, logged, state, grants } = await yesOn(
      memoryStore(),
      without('grant', 'granted'),
    );
    expect(answer).toMatchObject({ ok: false, code: 'audit_failed' });
    expect(noted).toEqual(['decision approved', 'decision void']);
    expect(logged).toEqual(['approved', 'void']);
    expect([state, grants.length]).toEqual(['open', 0]);
  });

  it('where nothing got on record, nothing is done', async () => {
    const { answer, noted, logged, state } = await yesOn(
      memoryStore(),
      without('decision', 'approved'),
    );
    expect(answer).toMatchObject({ ok: false, code: 'audit_failed' });
    expect(noted).toEqual([]);
    expect(logged).toEqual(['approved', 'void']);
    expect(state).toBe('open');
  });
});
