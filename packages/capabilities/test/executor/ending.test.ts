import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const forever = new Promise<never>(() => undefined);

describe('how an invocation ends', () => {
  it('B02 a caller who leaves: the signal fires, and the record says cancelled', async () => {
    let fired = false;
    const { capability } = fixtureCapability({
      perform: (_args, _powers, signal) => {
        signal.addEventListener('abort', () => (fired = true));
        return forever;
      },
    });
    const host = fixtureHost([capability]);
    const stop = new AbortController();
    const invoked = host.invoke({}, { signal: stop.signal });
    await sleep(1);
    stop.abort();
    expect(await invoked).toMatchObject({ outcome: 'rejected', code: 'cancelled' });
    expect(fired).toBe(true);
    expect(host.events()).toMatchObject([{ outcome: 'rejected', code: 'cancelled' }]);
  });

  it('B03 somebody else’s pending proposal is answered like one that is not there', async () => {
    const { capability } = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([capability]);
    const asked = await host.invoke({});
    const id = asked.outcome === 'pending' ? asked.pending.id : '';
    const token = await host.token(id);
    const stranger = { principal: 'person:bob' } as const;
    const foreign = await host.invoke({ confirmation: token }, stranger);
    const absent = await host.invoke({ confirmation: 'x'.repeat(43) }, stranger);
    expect({ ...foreign, event: '' }).toEqual({ ...absent, event: '' });
    // And it was not burnt by the attempt.
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
  });

  it('B08 the time a person takes is none of the handler’s', async () => {
    const { capability } = fixtureCapability({
      sideEffect: 'mutating',
      bounds: { timeoutMs: 100 },
      perform: async () => ({ ok: await sleep(20, true) }),
    });
    const host = fixtureHost([capability]);
    const asked = await host.invoke({});
    await sleep(120);
    host.clock.advance(10 * 60_000);
    const token = await host.token(asked.outcome === 'pending' ? asked.pending.id : '');
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
  });

  it('B10 cancelled before anything started, and cancelled while it ran, are told apart', async () => {
    const { capability, calls } = fixtureCapability({
      sideEffect: 'mutating',
      perform: () => forever,
    });
    const host = fixtureHost([capability]);
    const asked = await host.invoke({});
    const token = await host.token(asked.outcome === 'pending' ? asked.pending.id : '');
    const gone = { signal: AbortSignal.abort() };
    const before = await host.invoke({ confirmation: token }, gone);
    expect(before).toMatchObject({ outcome: 'rejected', code: 'cancelled' });
    expect(calls).toEqual([]);
    const stop = new AbortController();
    // Nothing was claimed by the first attempt: the yes still serves.
    const running = host.invoke({ confirmation: token }, { signal: stop.signal });
    await sleep(5);
    stop.abort();
    expect(await running).toMatchObject({ outcome: 'unknown', code: 'cancelled' });
    expect(calls).toHaveLength(1);
  });
});
