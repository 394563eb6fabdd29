import { describe, expect, it } from 'vitest';
import type { Grant } from '../../src/grants/grant.js';
import type { RequestDeskAnswer } from '../../src/desks/request-desk.js';
import type { CapabilityRequest } from '../../src/grants/capability-request.js';
import type { CallerFacts } from '../../src/contract/caller.js';
import {
  fixtureCaller,
  fixtureCapability,
  type FixtureHost,
} from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

const HOUR = 3_600_000;
const MUSE: Partial<CallerFacts> = {
  principal: 'mind:muse',
  origin: 'model',
  occasion: 'turn:1',
  intention: 'tidy-up',
};
const draft = (parts: Record<string, unknown> = {}): unknown => ({
  scope: { capability: 'fixture.probe@1', parameters: { note: 'a*' }, access: 'read' },
  durationMs: HOUR,
  operations: 3,
  reason: 'the disk is filling up',
  evidence: [],
  risk: 'low',
  mitigation: 'none needed',
  fallback: 'asks each time',
  alternatives: [],
  ...parts,
});

const hostOf = () => askingHost([fixtureCapability().capability]);

async function asked(host: FixtureHost, parts = {}, facts = MUSE): Promise<CapabilityRequest> {
  const answer = await host.executor.requestCapability(draft(parts), fixtureCaller(facts));
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.request;
}

const decide = (
  host: FixtureHost,
  request: CapabilityRequest,
  parts = {},
): Promise<RequestDeskAnswer> =>
  host.executor.requests.decide({
    request: request.id,
    person: 'olga',
    seen: request.digest,
    approve: true,
    ...parts,
  });

const grantOf = (answer: RequestDeskAnswer): Grant => {
  if (!answer.ok || answer.grant === undefined) throw new Error(JSON.stringify(answer));
  return answer.grant;
};

describe('capability requests', () => {
  it('S3-239 carry a history that only grows, from the asking to the decision', async () => {
    const host = await hostOf();
    const request = await asked(host);
    const answer = await decide(host, request, { note: 'for today' });
    expect(answer).toMatchObject({
      ok: true,
      request: {
        state: 'granted',
        history: [
          { by: 'mind:muse', kind: 'asked' },
          { by: 'person:olga', kind: 'granted', note: 'for today', grant: grantOf(answer).id },
        ],
      },
    });
    expect(await decide(host, request, { approve: false })).toMatchObject({
      code: 'already_decided',
      state: 'granted',
    });
  });

  it('what is granted lets through what was asked for, and nothing beyond it', async () => {
    const host = await hostOf();
    const grant = grantOf(await decide(host, await asked(host)));
    expect(grant).toMatchObject({
      holder: 'mind:muse',
      giver: 'olga',
      uses: 3,
      scope: { parameters: { note: 'a*' } },
      source: { kind: 'request' },
    });
    expect(grant.expiresAt - grant.startsAt).toBe(HOUR);
    expect(await host.invoke({ args: { note: 'ab' } }, MUSE)).toMatchObject({
      outcome: 'completed',
    });
    expect(await host.invoke({ args: { note: 'b' } }, MUSE)).toMatchObject({ outcome: 'pending' });
  });

  it('S3-240 of one intention are one item; without an intention each is an item of its own', async () => {
    const host = await hostOf();
    await asked(host);
    await asked(host, { reason: 'another' });
    await asked(host, {}, { ...MUSE, intention: 'other' });
    const { intention: _none, ...aimless } = MUSE;
    await asked(host, {}, aimless);
    const batches = await host.executor.requests.batches();
    expect(batches.map(({ intention, requests }) => [intention, requests.length])).toEqual([
      ['tidy-up', 2],
      ['other', 1],
      [undefined, 1],
    ]);
  });

  it('S3-241 at most five wait for each mind; a decision makes room, and so does time', async () => {
    const host = await hostOf();
    const ask = (number: number, facts = MUSE) =>
      host.executor.requestCapability(draft({ reason: `reason ${number}` }), fixtureCaller(facts));
    const open = [];
    for (let number = 0; number < 5; number += 1) open.push(await ask(number));
    expect(await ask(5)).toEqual({ ok: false, code: 'too_many_requests' });
    expect(await ask(5, { principal: 'person:ada' })).toMatchObject({ ok: true });
    const [first] = open;
    if (first?.ok !== true) throw new Error('not opened');
    await decide(host, first.request);
    expect(await ask(6)).toMatchObject({ ok: true });
    host.clock.advance(24 * HOUR);
    expect(await ask(7)).toMatchObject({ ok: true });
    expect(await host.executor.requests.find(first.request.id)).toMatchObject({
      state: 'granted',
    });
  });

  it('A08 the same request again is the one that waits, and nobody is told twice', async () => {
    const told: unknown[] = [];
    const host = await askingHost([fixtureCapability().capability], {
      notifier: { notify: (notice) => void told.push(notice) },
    });
    const [one, other] = [await asked(host), await asked(host)];
    expect(other.id).toBe(one.id);
    expect(told).toEqual([{ kind: 'capability_requested', id: one.id, expiresAt: one.expiresAt }]);
  });

  it.each(['', 'muse', 'mind:muse', 'assistant', 'system', 'zoe', 'bob'])(
    'S3-242 S3-198 is decided by no «%s»',
    async (person) => {
      const host = await hostOf();
      const request = await asked(host);
      expect(await decide(host, request, { person })).toMatchObject({ code: 'not_a_decider' });
      expect(await host.executor.requests.find(request.id)).toMatchObject({ state: 'open' });
      expect(host.sink.events().at(-1)).toMatchObject({ kind: 'decision', code: 'not_a_decider' });
    },
  );

  it('a decision is about what was on the screen', async () => {
    const host = await hostOf();
    const request = await asked(host);
    expect(await decide(host, request, { seen: 'other' })).toMatchObject({
      code: 'disclosure_changed',
    });
  });

  it('S3-243 an approval may shorten and narrow, and never widen', async () => {
    const host = await hostOf();
    const narrow = (parts: unknown) => async () =>
      decide(host, await asked(host), { narrow: parts });
    const scope = { capability: 'fixture.probe@1', access: 'read' };
    for (const wider of [
      { lastsMs: HOUR + 1 },
      { uses: 4 },
      { scope: { ...scope, parameters: { note: '**' } } },
      { scope: { ...scope, parameters: { note: 'a*' }, otherParameters: 'any' } },
      { scope: { ...scope, otherParameters: 'any' } },
    ])
      expect(await narrow(wider)()).toMatchObject({ ok: false, code: 'wider_than_asked' });
    for (const [nonsense, path] of [
      [{ lastsMs: 0 }, '/lastsMs'],
      [{ lastsMs: 999 }, '/lastsMs'],
      [{ lastsMs: 'abc' }, '/lastsMs'],
      [{ uses: 0.5 }, '/uses'],
      [{ uses: -1 }, '/uses'],
      [{ scope: { ...scope, access: 'both' } }, '/scope/access'],
      [{ scope: { ...scope, target: 'x' } }, '/scope/target'],
    ] as const)
      expect(await narrow(nonsense)()).toMatchObject({
        code: 'invalid_decision',
        violations: [{ path }],
      });
    const answer = await narrow({
      lastsMs: 60_000,
      uses: 1,
      scope: { ...scope, parameters: { note: 'ab*' } },
    })();
    expect(grantOf(answer)).toMatchObject({ uses: 1, scope: { parameters: { note: 'ab*' } } });
  });

  it('S3-244 cannot be made for what is locked, unknown, or not to be had by a grant', async () => {
    const host = await askingHost([
      fixtureCapability().capability,
      fixtureCapability({ name: 'sudo_shell', locked: true }).capability,
      fixtureCapability({ name: 'fixture.touch', sideEffect: 'mutating' }).capability,
    ]);
    const ask = async (capability: string) =>
      host.executor.requestCapability(
        draft({ scope: { capability, otherParameters: 'any', access: 'write' } }),
        fixtureCaller(MUSE),
      );
    expect(await ask('sudo_shell@1')).toEqual({ ok: false, code: 'locked' });
    expect(await ask('no.such@1')).toEqual({ ok: false, code: 'unknown_capability' });
    expect(await ask('fixture.*')).toEqual({ ok: false, code: 'unknown_capability' });
    // The table asks a person each time: a grant would answer nothing.
    expect(await ask('fixture.touch@1')).toEqual({ ok: false, code: 'grant_without_effect' });
  });

  it('are not opened where policy never asks', async () => {
    const host = await askingHost([fixtureCapability().capability], {}, []);
    expect(await host.executor.requestCapability(draft(), fixtureCaller(MUSE))).toMatchObject({
      code: 'grant_without_effect',
    });
  });

  it('S3-092 are withdrawn by whoever asked, and by nobody else', async () => {
    const host = await hostOf();
    const request = await asked(host);
    const { requests } = host.executor;
    expect(await requests.withdraw(request.id, fixtureCaller())).toMatchObject({
      code: 'not_found',
    });
    expect(await requests.withdraw(request.id, fixtureCaller(MUSE))).toMatchObject({
      ok: true,
      request: { state: 'withdrawn' },
    });
    expect(await decide(host, request)).toMatchObject({ code: 'already_decided' });
  });

  it('a draft cannot decide, and what it says is nobody’s word', async () => {
    const host = await hostOf();
    for (const parts of [
      { approve: true },
      { state: 'granted' },
      { principal: 'person:ada' },
      { reason: 7 },
    ])
      expect(
        await host.executor.requestCapability(draft(parts), fixtureCaller(MUSE)),
      ).toMatchObject({
        code: 'invalid_request',
      });
    expect(
      await host.executor.requestCapability(draft(), { ...fixtureCaller(MUSE) } as never),
    ).toMatchObject({
      code: 'invalid_caller',
    });
    expect(
      await host.executor.requestCapability(
        draft(),
        fixtureCaller({ ...MUSE, principal: 'mind:shade' }),
      ),
    ).toMatchObject({ code: 'principal_inactive' });
    expect(
      await host.executor.requestCapability(
        draft(),
        fixtureCaller({ ...MUSE, context: 'dreaming' }),
      ),
    ).toMatchObject({ code: 'not_live' });
  });
});

describe('a no', () => {
  it('holds for the same scope in other words, for as long as a request would have waited', async () => {
    const host = await hostOf();
    const request = await asked(host);
    expect(await decide(host, request, { approve: false })).toMatchObject({ ok: true });
    const again = (parts = {}, facts = MUSE) =>
      host.executor.requestCapability(draft(parts), fixtureCaller(facts));
    expect(await again({ reason: 'please' })).toEqual({ ok: false, code: 'recently_declined' });
    // Another scope, or another asker, is another question.
    expect(
      await again({
        scope: { capability: 'fixture.probe@1', parameters: { note: 'b*' }, access: 'read' },
      }),
    ).toMatchObject({ ok: true });
    expect(await again({}, { ...MUSE, principal: 'person:ada' })).toMatchObject({ ok: true });
    host.clock.advance(24 * HOUR);
    expect(await again({ reason: 'please' })).toMatchObject({ ok: true });
  });
});
