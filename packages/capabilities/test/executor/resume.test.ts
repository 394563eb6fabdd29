import { describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

describe('resume', () => {
  it('A13 goes on with the stored request, as whoever asked, once', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    const asked = await host.invoke(
      { args: { note: 'x' } },
      { principal: 'mind:muse', origin: 'model', occasion: 'turn:1', intention: 'i1' },
    );
    expect(await host.executor.resume(asked.event)).toMatchObject({ outcome: 'pending' });
    await host.approve(asked.event);
    expect(await host.executor.resume(asked.event)).toMatchObject({ outcome: 'completed' });
    expect(host.events().at(-1)).toMatchObject({
      principal: 'mind:muse',
      origin: 'model',
      intention: 'i1',
    });
    expect(await host.executor.resume(asked.event)).toMatchObject({
      outcome: 'rejected',
      code: 'would_ask',
    });
    expect(probe.calls).toEqual([{ note: 'x' }]);
  });

  it('runs what a person changed', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    const pending = (await host.invoke({ args: { note: 'first' } })).event;
    const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
    await host.executor.desk.modify({ pending, person: 'olga', seen, args: { note: 'second' } });
    await host.approve(pending);
    expect(await host.executor.resume(pending)).toMatchObject({
      outcome: 'completed',
      modified: ['/note'],
    });
    expect(probe.calls).toEqual([{ note: 'second' }]);
  });

  it('runs nothing that waits or was declined, though the table alone would let it pass', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    const { event: pending } = await host.invoke({}, { commitment: true });
    expect(await host.executor.resume(pending)).toMatchObject({ outcome: 'pending' });
    const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
    await host.executor.desk.decide({ pending, person: 'olga', seen, approve: false });
    expect(await host.executor.resume(pending)).toMatchObject({
      outcome: 'rejected',
      code: 'declined',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('takes no other facts than it names: not whom it is for', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    const { event: pending } = await host.invoke(
      {},
      { principal: 'mind:muse', origin: 'model', occasion: 'turn:1' },
    );
    await host.approve(pending);
    const body = { principal: 'person:olga', origin: 'operator', occasion: 'turn:9' };
    expect(await host.executor.resume(pending, body as never)).toMatchObject({
      outcome: 'completed',
    });
    expect(host.events().at(-1)).toMatchObject({ principal: 'mind:muse', origin: 'model' });
  });

  it('answers a key from its record', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    const { event: pending } = await host.invoke({});
    await host.approve(pending);
    expect(await host.executor.resume(pending, { key: 'k' })).toMatchObject({
      outcome: 'completed',
    });
    expect(await host.executor.resume(pending, { key: 'k' })).toMatchObject({
      outcome: 'completed',
      recorded: true,
    });
    expect(probe.calls).toHaveLength(1);
  });

  it('knows nothing of what was never asked', async () => {
    expect(await fixtureHost([]).executor.resume('nothing')).toBeUndefined();
  });
});
