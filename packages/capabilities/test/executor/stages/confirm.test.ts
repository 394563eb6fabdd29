import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fixtureCaller,
  fixtureCapability,
  fixtureHost,
  type FixtureHost,
} from '../../../src/testing/fixture-host.js';

const asking = (facts: { readonly limits?: object } = {}) => {
  const probe = fixtureCapability({ sideEffect: 'mutating' });
  return { probe, host: fixtureHost([probe.capability], facts) };
};

/** Opens a pending proposal, and says yes to it. */
const approve = async (host: FixtureHost, args: object = {}, facts = {}) => {
  const pending = await host.invoke({ args }, facts);
  return host.token(pending.event);
};

describe('confirm', () => {
  it('S1-063 gives a pending proposal with an id and an expiry, and runs nothing', async () => {
    const { host, probe } = asking();
    const outcome = await host.invoke({});
    expect(outcome).toMatchObject({
      outcome: 'pending',
      pending: {
        state: 'open',
        expiresAt: host.clock.now() + 900_000,
        disclosure: { digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(host.events()[0]).toMatchObject({
      stage_reached: 'rejected-at-confirm',
      outcome: 'pending',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('S1-064 S1-068 A01 A09 S1-159 counts nothing but a token that was minted here for a decision', async () => {
    const { host, probe } = asking();
    const pending = await host.invoke({});
    await host.approve(pending.event);
    const real = (await host.executor.desk.token(pending.event)) ?? '';
    const forged = [
      'x'.repeat(43),
      'A'.repeat(43),
      '',
      'true',
      real.slice(0, -1),
      `${real}A`,
      real.toUpperCase(),
      `${real}\n`,
      pending.event,
      real.split('').reverse().join(''),
    ];
    for (const confirmation of [...forged, true, 1, null, {}, [real], { token: real }])
      expect(await host.invoke({ confirmation: confirmation as string })).toMatchObject({
        outcome: 'rejected',
        stage: 'confirm',
        code: 'confirmation_refused',
      });
    for (const claim of [{ confirmed: true }, { approved: true }, { approvedBy: 'olga' }])
      expect(
        await host.executor.invoke(
          { capability: 'fixture.probe', version: 1, args: {}, ...claim },
          fixtureCaller(),
        ),
      ).toMatchObject({ outcome: 'rejected', stage: 'validate' });
    expect(probe.calls).toHaveLength(0);
    expect(host.events().every((event) => event.outcome !== 'completed')).toBe(true);
    expect(await host.invoke({ confirmation: real })).toMatchObject({ outcome: 'completed' });
  });

  it('S1-065 refuses a token that is too old, and an approval that is', async () => {
    const { host, probe } = asking();
    const token = await approve(host);
    host.clock.advance(119_999);
    const { capability } = probe;
    expect(
      await host.executor.preview(
        { capability: capability.name, version: 1, args: {}, confirmation: token },
        fixtureCaller(),
      ),
    ).toMatchObject({ decision: 'execute' });
    host.clock.advance(1);
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    // The approval itself outlives its token, and a fresh one may be minted while it does.
    const [approved] = await host.executor.desk.list({ states: ['approved'] });
    const fresh = await host.executor.desk.token(approved?.id ?? '');
    host.clock.advance(900_000);
    expect(await host.invoke({ confirmation: fresh ?? '' })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(await host.executor.desk.token(approved?.id ?? '')).toBeUndefined();
    expect(probe.calls).toHaveLength(0);
  });

  it('S1-066 A11 A12 A20 refuses a token with another name, version, arguments, principal or occasion, and burns nothing', async () => {
    const one = fixtureCapability({ sideEffect: 'mutating' });
    const two = fixtureCapability({ sideEffect: 'mutating', version: 2 });
    const other = fixtureCapability({ sideEffect: 'mutating', name: 'fixture.other' });
    const host = fixtureHost([one.capability, two.capability, other.capability]);
    const facts = { principal: 'mind:muse', origin: 'model', occasion: 'turn:1' } as const;
    const token = await approve(host, { note: 'x' }, facts);
    const mine = { args: { note: 'x' }, confirmation: token };
    for (const [proposal, who] of [
      [{ ...mine, capability: 'fixture.other' }, facts],
      [{ ...mine, version: 2 }, facts],
      [{ ...mine, args: { note: 'y' } }, facts],
      [{ ...mine, args: {} }, facts],
      [mine, { ...facts, principal: 'person:ada' }],
      [mine, { ...facts, occasion: 'turn:2' }],
    ] as const)
      expect(await host.invoke(proposal, who)).toMatchObject({
        stage: 'confirm',
        code: 'confirmation_refused',
      });
    expect([...one.calls, ...two.calls, ...other.calls]).toHaveLength(0);
    expect(await host.invoke(mine, facts)).toMatchObject({ outcome: 'completed' });
  });

  it('S1-067 a token serves once: a second call is refused, also with the same arguments', async () => {
    const { host, probe } = asking();
    const token = await approve(host);
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'pending' });
    expect(probe.calls).toHaveLength(1);
  });

  it('S1-069 for every caller and every claim in a proposal: without a token of a decision the handler is not entered', async () => {
    const { host, probe } = asking({ limits: { maxPending: 1_000 } });
    const callers = fc.record({
      principal: fc.constantFrom('person:ada', 'person:olga', 'mind:muse', 'host:fixture'),
      origin: fc.constantFrom('user', 'model', 'plan', 'scheduler', 'operator', 'host'),
      occasion: fc.constantFrom('turn:a', 'turn:b', 'step:p/1/s'),
      commitment: fc.boolean(),
      mayAsk: fc.boolean(),
    });
    const claims = fc.dictionary(
      fc.constantFrom('confirmation', 'confirmed', 'ruling', 'grant', 'target', 'args'),
      fc.anything(),
      { maxKeys: 3 },
    );
    await fc.assert(
      fc.asyncProperty(callers, claims, async (facts, claim) => {
        await host.executor.invoke(
          { capability: 'fixture.probe', version: 1, args: {}, ...claim },
          fixtureCaller(facts),
        );
        return probe.calls.length === 0;
      }),
    );
  });

  it('S1-070 an unanswered proposal expires: it is not run, not asked again by itself, and nobody is told twice', async () => {
    const { host, probe } = asking();
    const asked: unknown[] = [];
    host.executor.events.on('confirmation-requested', (told) => asked.push(told));
    const pending = await host.invoke({});
    host.clock.advance(900_000);
    expect((await host.executor.desk.find(pending.event))?.state).toBe('expired');
    expect(await host.approve(pending.event)).toMatchObject({
      ok: false,
      code: 'already_decided',
      state: 'expired',
    });
    expect([asked.length, probe.calls.length, host.events().length]).toEqual([1, 0, 1]);
  });

  it('S1-071 A06 a decline is final at once, and a normal rejection for whoever asked', async () => {
    const { host, probe } = asking();
    const pending = await host.invoke({});
    const seen = (await host.executor.desk.find(pending.event))?.disclosure.digest ?? '';
    const answer = await host.executor.desk.decide({
      pending: pending.event,
      person: 'ada',
      seen,
      approve: false,
      note: 'not at night',
    });
    expect(answer).toMatchObject({ ok: true, pending: { state: 'declined' } });
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'confirm',
      code: 'declined',
      note: 'not at night',
    });
    expect(await host.executor.desk.list({ states: ['open', 'approved'] })).toEqual([]);
    expect(host.events().at(-1)).toMatchObject({
      stage_reached: 'rejected-at-confirm',
      code: 'declined',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('S3-186 asks once for the same thing: the same proposal is returned until it is spent or lapses', async () => {
    const { host } = asking();
    const asked: unknown[] = [];
    host.executor.events.on('confirmation-requested', (told) => asked.push(told));
    const first = await host.invoke({ args: { note: 'n', count: 1 } });
    const again = await host.invoke({ args: { count: 1, note: 'n' } });
    expect(again).toMatchObject({ outcome: 'pending', pending: { id: first.event } });
    expect(again.event).not.toBe(first.event);
    expect(asked).toHaveLength(1);
  });

  it('A10 keeps at most so many open proposals of one principal', async () => {
    const { host } = asking({ limits: { maxPending: 2 } });
    await host.invoke({ args: { count: 1 } });
    await host.invoke({ args: { count: 2 } });
    expect(await host.invoke({ args: { count: 3 } })).toMatchObject({
      outcome: 'rejected',
      stage: 'confirm',
      code: 'too_many_pending',
    });
    expect(await host.invoke({ args: { count: 2 } })).toMatchObject({ outcome: 'pending' });
    expect(await host.invoke({ args: { count: 3 } }, { principal: 'person:bob' })).toMatchObject({
      outcome: 'pending',
    });
    host.clock.advance(900_000);
    expect(await host.invoke({ args: { count: 3 } })).toMatchObject({ outcome: 'pending' });
  });

  it('answers `would_ask` where nobody may be asked, and opens nothing', async () => {
    const { host } = asking();
    expect(await host.invoke({}, { mayAsk: false })).toMatchObject({
      outcome: 'rejected',
      stage: 'confirm',
      code: 'would_ask',
    });
    expect(await host.executor.desk.list()).toEqual([]);
  });

  it('A13 runs the stored request, never the one that is echoed', async () => {
    const { host, probe } = asking();
    const token = await approve(host, { note: 'stored', count: 1 });
    const echoed = { count: 1, note: 'stored' };
    await host.invoke({ args: echoed, confirmation: token });
    const stored = (await host.executor.desk.list({ states: ['spent'] }))[0];
    expect(probe.calls[0]).toBe(stored?.request.args);
  });

  it('keeps a token out of everything that is told, recorded or shown', async () => {
    const { host } = asking();
    const told: unknown[] = [];
    for (const name of [
      'stage-passed',
      'invocation-settled',
      'confirmation-requested',
      'pending-changed',
    ] as const)
      host.executor.events.on(name, (what: unknown) => told.push(what));
    const token = await approve(host);
    const outcome = await host.invoke({ confirmation: token });
    expect(
      JSON.stringify([told, outcome, host.sink.events(), await host.executor.desk.list()]),
    ).not.toContain(token);
  });

  it('A03 takes back exactly the token it minted, through JSON and storage', async () => {
    const { host } = asking();
    const token = await approve(host);
    const stored = JSON.parse(
      new TextDecoder().decode(new TextEncoder().encode(JSON.stringify({ token }))),
    ) as { token: string };
    expect(await host.invoke({ confirmation: stored.token })).toMatchObject({
      outcome: 'completed',
    });
  });

  it('a token also stands where only the policy asked', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    const pending = await host.invoke({}, { commitment: true });
    const token = await host.token(pending.event);
    expect(await host.invoke({ confirmation: token }, { commitment: true })).toMatchObject({
      outcome: 'completed',
    });
    expect(await host.invoke({ confirmation: token }, { commitment: true })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(probe.calls).toHaveLength(1);
  });
});
