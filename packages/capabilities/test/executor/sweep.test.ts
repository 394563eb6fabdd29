import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../src/audit/event.js';
import { memorySink } from '../../src/audit/memory-sink.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import {
  fixtureCaller,
  fixtureCapability,
  fixtureHost,
  type FixtureHost,
} from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

/** A host whose store loses the end of what was begun, as a crash would. */
const crashing = () => {
  const clock = fakeClock();
  const base = memoryStore({ clock });
  let lost = false;
  const probe = fixtureCapability({ sideEffect: 'mutating' });
  const host = fixtureHost([probe.capability], {
    clock,
    store: {
      ...base,
      end: (id, settled) => {
        if (lost) return base.end(id, settled);
        lost = true;
        throw new Error('lost');
      },
    },
  });
  return { host, clock };
};

describe('sweep', () => {
  it('closes what was begun and never ended, once, and only when it is overdue', async () => {
    const { host, clock } = crashing();
    const token = await host.token((await host.invoke({}, { key: 'k' })).event);
    await host.invoke({ confirmation: token }, { key: 'k' });
    expect(await host.executor.sweep()).toMatchObject({ intents: 0 });
    clock.advance(2 * 1_000 + 5_000);
    expect(await host.executor.sweep()).toMatchObject({ intents: 1 });
    expect(await host.executor.sweep()).toMatchObject({ intents: 0 });
  });

  it('S1-133 an attempt that was on record already keeps its one event', async () => {
    const { host, clock } = crashing();
    const token = await host.token((await host.invoke({})).event);
    await host.invoke({ confirmation: token });
    const before = host.events();
    clock.advance(10_000);
    await host.executor.sweep();
    expect(host.events()).toEqual(before);
  });

  it('B11 what a handler brings after its attempt was closed is dropped, and on record as late', async () => {
    const clock = fakeClock();
    const gate = Promise.withResolvers<{ ok: boolean }>();
    const probe = fixtureCapability({ sideEffect: 'mutating', perform: () => gate.promise });
    const host = fixtureHost([probe.capability], { clock, store: memoryStore({ clock }) });
    const token = await host.token((await host.invoke({})).event);
    const running = host.invoke({ confirmation: token });
    await new Promise((done) => setTimeout(done, 5));
    clock.advance(60_000);
    expect(await host.executor.sweep()).toMatchObject({ intents: 1 });
    gate.resolve({ ok: true });
    expect(await running).toMatchObject({ outcome: 'unknown', code: 'worker_lost' });
    expect(host.events().filter(({ outcome }) => outcome === 'completed')).toEqual([]);
    expect(host.sink.events().at(-1)).toMatchObject({ kind: 'late_settlement' });
  });

  it.each([true, false])(
    'that the clock was set back is on record once, whether or not store and sink are one (%s)',
    async (isOne) => {
      const sink = memorySink();
      const base = memoryStore();
      let untold = true;
      const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
        sink,
        store: {
          ...base,
          ...(isOne && { sink }),
          sweep: async (moved) => {
            const swept = { ...(await base.sweep()), clockMovedBack: untold };
            untold = false;
            if (swept.clockMovedBack && moved !== undefined) sink.append(moved);
            return swept;
          },
        },
      });
      expect(await host.executor.sweep()).toMatchObject({ clockMovedBack: true });
      expect(await host.executor.sweep()).toMatchObject({ clockMovedBack: false });
      expect(sink.events().map(({ kind }) => kind)).toEqual(['clock_moved_back']);
    },
  );

  it('offers again what the sink did not take', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const sink = memorySink();
    let broken = true;
    const flaky = {
      ...sink,
      append: (draft: EventDraft) => {
        if (broken) throw new Error('disk');
        return sink.append(draft);
      },
    };
    const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
      clock,
      store,
      sink: flaky,
    });
    await store.begin({
      id: crypto.randomUUID(),
      capability: 'fixture.probe',
      version: 1,
      principal: 'person:ada',
      maxPerTurn: 1,
      deadlineMs: 7_000,
      mutating: true,
    });
    clock.advance(8_000);
    expect(await host.executor.sweep()).toMatchObject({ intents: 0 });
    broken = false;
    expect(await host.executor.sweep()).toMatchObject({ intents: 1 });
    expect(sink.events()).toHaveLength(1);
  });

  it('an attempt that crashed before its event gets one: it was begun, and what it did is not known', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability], { clock, store });
    const id = crypto.randomUUID();
    await store.begin({
      id,
      capability: 'fixture.probe',
      version: 1,
      principal: 'person:ada',
      maxPerTurn: 1,
      deadlineMs: 7_000,
      mutating: true,
    });
    clock.advance(8_000);
    await host.executor.sweep();
    expect(host.events()).toMatchObject([
      {
        id,
        capability: 'fixture.probe',
        side_effect: 'mutating',
        stage_reached: 'confirmed',
        outcome: 'unknown',
        code: 'worker_lost',
        duration_ms: 8_000,
      },
    ]);
  });
});

describe('sweep tells', () => {
  const heard = (host: FixtureHost) => {
    const told: unknown[] = [];
    for (const name of [
      'invocation-settled',
      'pending-changed',
      'request-changed',
      'grant-changed',
      'outlook-changed',
    ] as const)
      host.executor.events.on(name, (what) => told.push([name, what]));
    return told;
  };

  it('that an attempt was closed, once', async () => {
    const { host, clock } = crashing();
    const token = await host.token((await host.invoke({}, { key: 'k' })).event);
    await host.executor.sweep();
    const told = heard(host);
    const { event } = await host.invoke({ confirmation: token }, { key: 'k' });
    // It got on record, so whoever ran it has told.
    expect(told).toEqual([['invocation-settled', expect.objectContaining({ id: event })]]);
    clock.advance(60_000);
    await host.executor.sweep();
    expect(told).toHaveLength(1);
  });

  it('that an attempt whose end nobody saw was closed', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
      clock,
      store,
    });
    await host.executor.sweep();
    const told = heard(host);
    const id = crypto.randomUUID();
    // Another process began it, and died.
    await store.begin({
      id,
      capability: 'fixture.probe',
      version: 1,
      principal: 'person:ada',
      maxPerTurn: 1,
      deadlineMs: 1_000,
      mutating: true,
    });
    clock.advance(1_000);
    await host.executor.sweep();
    expect(told).toEqual([
      ['invocation-settled', expect.objectContaining({ id, outcome: 'unknown' })],
    ]);
    await host.executor.sweep();
    expect(told).toHaveLength(1);
  });

  it('S3-219 what lapsed, each by its id, and that an outlook is another', async () => {
    const clock = fakeClock();
    const probe = fixtureCapability();
    const host = await askingHost([probe.capability], { clock, store: memoryStore({ clock }) });
    await host.executor.sweep();
    const { event: pending } = await host.invoke({ args: { note: 'a' } });
    const request = await host.executor.requestCapability(
      {
        scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
        durationMs: 60_000,
        operations: 1,
        reason: 'r',
        evidence: [],
        risk: 'k',
        mitigation: 'm',
        fallback: 'f',
        alternatives: [],
      },
      fixtureCaller({ principal: 'mind:muse', origin: 'model', occasion: 'turn:1' }),
    );
    const given = await host.executor.grants.give({
      person: 'olga',
      holder: 'person:bob',
      scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
      lastsMs: 60_000,
    });
    if (!request.ok || !given.ok) throw new Error('not given');
    const told = heard(host);
    clock.advance(8 * 86_400_000);
    await host.executor.sweep();
    expect(told).toEqual([
      ['pending-changed', { pending, state: 'expired' }],
      ['request-changed', { request: request.request.id, state: 'expired' }],
      ['grant-changed', { grant: given.grant.id, state: 'lapsed' }],
      ['outlook-changed', { because: 'grant' }],
    ]);
  });
});
