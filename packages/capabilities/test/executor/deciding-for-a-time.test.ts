import { describe, expect, it } from 'vitest';
import type { Decision, DeskAnswer } from '../../src/desks/desk.js';
import {
  fixtureCapability,
  fixtureHost,
  type FixtureHost,
} from '../../src/testing/fixture-host.js';
import { askingHost } from './asking-host.js';

const HOUR = 3_600_000;

async function decide(
  host: FixtureHost,
  facts: Parameters<FixtureHost['invoke']>[1],
  parts: Partial<Decision>,
): Promise<DeskAnswer> {
  const asked = await host.invoke({ args: { note: 'this' } }, facts);
  if (asked.outcome !== 'pending') throw new Error('not asked');
  return host.executor.desk.decide({
    pending: asked.pending.id,
    person: 'olga',
    seen: asked.pending.disclosure.digest,
    approve: true,
    ...parts,
  });
}

describe('a yes for a time', () => {
  it('S3-191 lets exactly this through until it lapses, and nothing else', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const answer = await decide(host, {}, { grantMs: 'usual' });
    if (!answer.ok || answer.grant === undefined) throw new Error('no grant');
    expect(answer.grant).toMatchObject({
      holder: 'person:ada',
      giver: 'olga',
      scope: { capability: 'fixture.probe@1', args: { note: 'this' }, access: 'read' },
      source: { kind: 'approval', id: answer.pending.id },
    });
    expect(answer.grant.expiresAt - answer.grant.startsAt).toBe(HOUR);
    const same = { args: { note: 'this' } };
    expect(await host.invoke(same)).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke(same)).toMatchObject({ outcome: 'completed' });
    expect(await host.invoke({ args: { note: 'that' } })).toMatchObject({ outcome: 'pending' });
    expect(await host.invoke({ args: {} })).toMatchObject({ outcome: 'pending' });
    expect(await host.invoke(same, { principal: 'person:bob' })).toMatchObject({
      outcome: 'pending',
    });
    host.clock.advance(HOUR);
    expect(await host.invoke(same)).toMatchObject({ outcome: 'pending' });
  });

  it('S3-214 lasts as long as the person says, seven days at most', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const week = 7 * 24 * HOUR;
    for (const grantMs of [week + 1, 0, -1, 1.5, Infinity, '60', true])
      expect(await decide(host, {}, { grantMs: grantMs as never })).toMatchObject({
        code: 'invalid_decision',
      });
    expect(await decide(host, {}, { approve: false, grantMs: HOUR })).toMatchObject({
      code: 'invalid_decision',
    });
    expect(await decide(host, {}, { grantMs: week })).toMatchObject({
      ok: true,
      grant: { state: 'live' },
    });
  });

  it('S3-214 a grant without an end, or with one beyond seven days, cannot be given otherwise either', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const give = (lastsMs: unknown) =>
      host.executor.grants.give({
        person: 'olga',
        holder: 'person:ada',
        scope: { capability: 'fixture.probe@1', access: 'read' },
        lastsMs: lastsMs as number,
      });
    for (const lasts of [undefined, null, Infinity, 7 * 24 * HOUR + 1_000, '1'])
      expect(await give(lasts)).toMatchObject({
        code: 'invalid_grant',
        violations: [{ path: '/lastsMs' }],
      });
    expect(await give(7 * 24 * HOUR)).toMatchObject({ ok: true });
  });

  it('is refused where it would have let nothing through, and then decides nothing', async () => {
    const table = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability]);
    expect(await decide(table, {}, { grantMs: 'usual' })).toMatchObject({
      code: 'grant_without_effect',
      state: 'open',
    });
    const host = await askingHost([fixtureCapability().capability]);
    expect(await decide(host, { commitment: true }, { grantMs: 'usual' })).toMatchObject({
      code: 'grant_without_effect',
    });
    // The commitment stays with what waits, also when the same is proposed without one.
    expect(await decide(host, {}, { grantMs: 'usual' })).toMatchObject({
      code: 'grant_without_effect',
    });
  });

  it('is given by nobody who may only say yes once', async () => {
    const host = await askingHost([fixtureCapability().capability], {
      directory: {
        find: (id) => ({ id, active: true, operator: id === 'olga' }),
        isActive: () => true,
        mayDecide: () => true,
        mayGrant: ({ operator }) => operator,
      },
    });
    expect(await decide(host, {}, { person: 'ada', grantMs: 'usual' })).toMatchObject({
      code: 'not_a_decider',
    });
    expect(await decide(host, {}, { person: 'ada' })).toMatchObject({ ok: true });
  });

  it('what is checked is what is given: each part of a decision is read once', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    let read = 0;
    const answer = await decide(
      host,
      {},
      {
        get grantMs() {
          return (read += 1) === 1 ? HOUR : 1e12;
        },
      },
    );
    if (!answer.ok || answer.grant === undefined) throw new Error('no grant');
    expect(answer.grant.expiresAt - answer.grant.startsAt).toBe(HOUR);
    let asked = 0;
    const wish = {
      person: 'ada',
      get holder() {
        return (asked += 1) === 1 ? 'person:ada' : 'mind:muse';
      },
      scope: { capability: 'fixture.probe@1', access: 'read' },
      lastsMs: HOUR,
    };
    expect(await host.executor.grants.give(wish)).toMatchObject({
      grant: { holder: 'person:ada' },
    });
  });

  it('what is no decision is answered, not thrown', async () => {
    const { desk, grants } = (await askingHost([fixtureCapability().capability])).executor;
    const nothing = null as never;
    expect(await desk.decideAll([nothing])).toMatchObject([{ answer: { ok: false } }]);
    expect(await desk.modify(nothing)).toMatchObject({ code: 'desk_failed' });
    expect(await grants.revoke(nothing)).toMatchObject({ code: 'desk_failed' });
    expect(await grants.give(nothing)).toMatchObject({ ok: false });
  });

  it('is on record as a decision and as a grant', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const answer = await decide(host, {}, { grantMs: HOUR });
    if (!answer.ok || answer.grant === undefined) throw new Error('no grant');
    expect(host.sink.events().slice(-2)).toMatchObject([
      { kind: 'decision', code: 'approved', subject: answer.pending.id, principal: 'person:olga' },
      { kind: 'grant', code: 'granted', subject: answer.grant.id, principal: 'person:olga' },
    ]);
  });
});

describe('mixed answers', () => {
  it('A33 are each about the proposal they name, in whatever order', async () => {
    const host = await askingHost([fixtureCapability().capability]);
    const asked = await Promise.all(
      ['a', 'b', 'c'].map(async (note) => {
        const outcome = await host.invoke({ args: { note } });
        if (outcome.outcome !== 'pending') throw new Error('not asked');
        return outcome.pending;
      }),
    );
    const [a, b, c] = asked.map(({ id, disclosure }) => ({
      pending: id,
      person: 'olga',
      seen: disclosure.digest,
    }));
    if (a === undefined || b === undefined || c === undefined) throw new Error('not asked');
    const answers = await host.executor.desk.decideAll([
      { ...c, approve: true },
      { ...a, approve: false, note: 'no' },
      { ...b, seen: c.seen, approve: true },
      { ...a, approve: true },
    ]);
    expect(answers).toMatchObject([
      { pending: c.pending, answer: { ok: true, pending: { state: 'approved' } } },
      { pending: a.pending, answer: { ok: true, pending: { state: 'declined' } } },
      { pending: b.pending, answer: { code: 'disclosure_changed' } },
      { pending: a.pending, answer: { code: 'already_decided' } },
    ]);
    const state = async (id: string) => (await host.executor.desk.find(id))?.state;
    expect(await Promise.all([a, b, c].map(({ pending }) => state(pending)))).toEqual([
      'declined',
      'open',
      'approved',
    ]);
  });
});
