import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import type { EventDraft } from '../../src/audit/event.js';
import { memoryDecisionLog } from '../../src/store/decision-log.js';
import type { Policy } from '../../src/policy/policy.js';
import { fixtureCaller, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

/** A host with one open proposal of `person:ada`. */
const opened = async (
  parts: Parameters<typeof fixtureHost>[1] = {},
  args: object = { note: 'first' },
) => {
  const probe = fixtureCapability({ sideEffect: 'mutating' });
  const decisions = memoryDecisionLog();
  const host = fixtureHost([probe.capability], { decisions, ...parts });
  const { event: pending } = await host.invoke({ args });
  const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
  return { probe, host, decisions, pending, seen, desk: host.executor.desk };
};

describe('desk', () => {
  it('A26 nothing but true approves, and nothing but false declines', async () => {
    const { desk, pending, seen, probe } = await opened();
    for (const approve of [
      1,
      'true',
      'yes',
      {},
      [],
      0,
      '',
      null,
      undefined,
      'false',
      new Boolean(true),
    ])
      expect(
        await desk.decide({ pending, person: 'olga', seen, approve: approve as boolean }),
      ).toMatchObject({ ok: false, code: 'invalid_decision' });
    expect((await desk.find(pending))?.state).toBe('open');
    expect(await desk.decide({ pending, person: 'olga', seen, approve: true })).toMatchObject({
      ok: true,
      pending: { state: 'approved', decidedBy: 'olga' },
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('S3-190 a decision runs nothing: the token does, once', async () => {
    const { desk, host, pending, seen, probe } = await opened();
    await desk.decide({ pending, person: 'ada', seen, approve: true });
    expect(probe.calls).toHaveLength(0);
    const token = (await desk.token(pending)) ?? '';
    expect(await host.invoke({ args: { note: 'first' }, confirmation: token })).toMatchObject({
      outcome: 'completed',
    });
    expect(await desk.token(pending)).toBeUndefined();
    expect((await desk.find(pending))?.state).toBe('spent');
  });

  it('S3-198 only a named person who may decide does: nobody else, and no component', async () => {
    const { desk, host, pending, seen } = await opened();
    for (const person of [
      'bob',
      'zoe',
      'nobody',
      '',
      'muse',
      'mind:muse',
      'person:olga',
      'Olga',
      'system',
      'planner',
      '__proto__',
      undefined,
      { id: 'olga' },
    ])
      expect(
        await desk.decide({ pending, person: person as string, seen, approve: true }),
      ).toMatchObject({ ok: false, code: 'not_a_decider' });
    expect((await desk.find(pending))?.state).toBe('open');
    expect(
      host.sink
        .events()
        .filter(({ kind }) => kind === 'decision')
        .every((event) => 'code' in event && event.code === 'not_a_decider'),
    ).toBe(true);
  });

  it('decides nothing for a disclosure that is not the one on the screen', async () => {
    const { desk, pending, seen } = await opened();
    for (const other of ['', 'x', seen.toUpperCase(), seen.slice(1), `${seen} `])
      expect(
        await desk.decide({ pending, person: 'ada', seen: other, approve: true }),
      ).toMatchObject({ ok: false, code: 'disclosure_changed', state: 'open' });
  });

  it('A45 S3-190 for every number of deciders at once: one decides, the others are told how it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 2, maxLength: 10 }), async (answers) => {
        const { desk, pending, seen } = await opened();
        const told = await Promise.all(
          answers.map((approve) => desk.decide({ pending, person: 'olga', seen, approve })),
        );
        expect(told.filter(({ ok }) => ok)).toHaveLength(1);
        expect(
          told.filter((answer) => !answer.ok && answer.code === 'already_decided'),
        ).toHaveLength(answers.length - 1);
      }),
      { numRuns: 20 },
    );
  });

  it('A10 answers a decision about something that was never asked like one that is not there', async () => {
    const { desk, seen } = await opened();
    for (const pending of ['', 'x', crypto.randomUUID(), '__proto__', undefined])
      expect(
        await desk.decide({ pending: pending as string, person: 'olga', seen, approve: false }),
      ).toEqual({ ok: false, code: 'not_found' });
  });

  it('S3-192 a note goes with a no, reaches whoever asked, and no audit', async () => {
    const { desk, host, pending, seen } = await opened();
    expect(
      await desk.decide({ pending, person: 'ada', seen, approve: true, note: 'n' }),
    ).toMatchObject({ code: 'invalid_decision' });
    expect(
      await desk.decide({ pending, person: 'ada', seen, approve: false, note: 'x'.repeat(2_001) }),
    ).toMatchObject({ code: 'invalid_decision' });
    await desk.decide({ pending, person: 'ada', seen, approve: false, note: 'later, please' });
    expect(await host.invoke({ args: { note: 'first' } })).toMatchObject({
      code: 'declined',
      note: 'later, please',
    });
    expect(JSON.stringify(host.sink.events())).not.toContain('later');
  });

  it('S3-193 S3-194 S3-195 S3-197 changed arguments are validated, disclosed anew, and still wait; the first stay in the log', async () => {
    const { desk, host, probe, decisions, pending, seen } = await opened();
    expect(await desk.modify({ pending, person: 'ada', seen, args: { count: 'x' } })).toMatchObject(
      { code: 'modification_refused', refusal: { code: 'invalid_arguments' } },
    );
    const changed = await desk.modify({ pending, person: 'ada', seen, args: { note: 'second' } });
    expect(changed).toMatchObject({
      ok: true,
      pending: { state: 'open', modified: ['/note'], request: { args: { note: 'second' } } },
    });
    // The yes to the first text decides nothing any more.
    expect(await desk.decide({ pending, person: 'ada', seen, approve: true })).toMatchObject({
      code: 'disclosure_changed',
    });
    await host.approve(pending);
    const token = (await desk.token(pending)) ?? '';
    expect(await host.invoke({ args: { note: 'first' }, confirmation: token })).toMatchObject({
      outcome: 'completed',
      modified: ['/note'],
    });
    expect(probe.calls).toEqual([{ note: 'second' }]);
    expect(host.events().at(-1)).toMatchObject({ modified: true });
    expect(await decisions.read(pending)).toMatchObject([
      {
        kind: 'modified',
        request: { args: { note: 'first' } },
        changedTo: { args: { note: 'second' } },
      },
      { kind: 'approved', request: { args: { note: 'second' } } },
    ]);
  });

  it('S3-196 changed arguments are ruled on: into a deny they do not go', async () => {
    const policy: Policy = {
      revision: 1,
      rule: () => ({ effect: denied ? 'deny' : 'ask' }),
      describe: () => ({}),
    };
    let denied = false;
    const { desk, pending, seen } = await opened({ policy });
    denied = true;
    expect(await desk.modify({ pending, person: 'ada', seen, args: {} })).toMatchObject({
      code: 'modification_refused',
      refusal: { code: 'denied_by_policy' },
    });
  });

  it('S3-092 whoever asked may take it back, others may not, and what was decided stays so', async () => {
    const { desk, pending, host } = await opened();
    expect(await desk.withdraw(pending, fixtureCaller({ principal: 'person:bob' }))).toMatchObject({
      code: 'not_found',
    });
    expect(await desk.withdraw(pending, { principal: 'person:ada' } as never)).toMatchObject({
      code: 'not_found',
    });
    expect(await desk.withdraw(pending, fixtureCaller())).toMatchObject({
      ok: true,
      pending: { state: 'withdrawn' },
    });
    expect(await desk.withdraw(pending, fixtureCaller())).toMatchObject({
      code: 'already_decided',
    });
    expect(await host.approve(pending)).toMatchObject({
      code: 'already_decided',
      state: 'withdrawn',
    });
  });

  it('a yes that cannot be put on record is no yes', async () => {
    const sink = memorySink();
    let broken = false;
    const { desk, pending, seen } = await opened({
      sink: {
        ...sink,
        append: (draft: EventDraft) => {
          if (broken) throw new Error('disk');
          return sink.append(draft);
        },
      },
    });
    broken = true;
    expect(await desk.decide({ pending, person: 'ada', seen, approve: true })).toMatchObject({
      ok: false,
      code: 'audit_failed',
    });
    broken = false;
    expect(await desk.token(pending)).toBeUndefined();
    expect((await desk.find(pending))?.state).toBe('open');
  });

  it('a yes cannot be used before it is on record', async () => {
    const sink = memorySink();
    const gate = Promise.withResolvers<void>();
    const slow = {
      ...sink,
      append: (draft: EventDraft) =>
        draft.kind === 'decision'
          ? gate.promise.then(() => sink.append(draft))
          : sink.append(draft),
    };
    const { desk, host, probe, pending, seen } = await opened({
      sink: slow as unknown as typeof sink,
    });
    const deciding = desk.decide({ pending, person: 'ada', seen, approve: true });
    await new Promise((done) => setTimeout(done, 5));
    expect(await host.executor.resume(pending)).toMatchObject({ outcome: 'pending' });
    gate.resolve();
    await deciding;
    expect(await host.executor.resume(pending)).toMatchObject({ outcome: 'completed' });
    expect(probe.calls).toHaveLength(1);
  });

  it('a decision log that fails costs the decision, and nothing of what it threw is told', async () => {
    const decisions = {
      append: () => {
        throw new Error('SECRET row');
      },
      read: () => [],
    };
    const { desk, host, pending, seen } = await opened({ decisions });
    const answer = await desk.decide({ pending, person: 'ada', seen, approve: true });
    expect(answer).toEqual({ ok: false, code: 'desk_failed' });
    expect((await desk.find(pending))?.state).toBe('open');
    expect(host.defects).toHaveLength(1);
  });

  it('A19 a yes can be taken back until it has run: by who said it, and by who asked', async () => {
    for (const by of ['person', 'asker'] as const) {
      const { desk, host, probe, pending, seen } = await opened();
      await host.approve(pending);
      const token = (await desk.token(pending)) ?? '';
      const back =
        by === 'person'
          ? desk.decide({ pending, person: 'olga', seen, approve: false })
          : desk.withdraw(pending, fixtureCaller());
      expect(await back).toMatchObject({ ok: true, pending: { state: 'withdrawn' } });
      expect(await host.invoke({ args: { note: 'first' }, confirmation: token })).toMatchObject({
        code: 'confirmation_refused',
      });
      expect(probe.calls).toHaveLength(0);
    }
  });

  it('A19 of two who take one yes back at once, one does; of the other it is on record that it came to nothing', async () => {
    const { desk, host, decisions, pending, seen } = await opened();
    await host.approve(pending);
    const answers = await Promise.all([
      desk.decide({ pending, person: 'olga', seen, approve: false }),
      desk.withdraw(pending, fixtureCaller()),
    ]);
    expect(answers.filter(({ ok }) => ok)).toMatchObject([{ pending: { state: 'withdrawn' } }]);
    expect(answers.filter(({ ok }) => !ok)).toEqual([
      { ok: false, code: 'already_decided', state: 'withdrawn' },
    ]);
    const kinds = (await decisions.read(pending)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['approved', 'declined', 'void', 'withdrawn']);
  });

  it('a sentence of the author that throws costs the change, and nothing of it is told', async () => {
    const { Type } = await import('typebox');
    const { defineCapability } = await import('../../src/contract/capability.js');
    const { FIXTURE_BOUNDS } = await import('../../src/testing/fixture-host.js');
    const moody = defineCapability({
      name: 'fixture.moody',
      version: 1,
      summary: 'Speaks sometimes.',
      args: Type.Object({ n: Type.Integer() }),
      result: Type.Object({}),
      sideEffect: 'mutating',
      network: 'local',
      bounds: FIXTURE_BOUNDS,
      effect: ({ n }) => {
        if (n > 1) throw new Error('SECRET');
        return 'Does it.';
      },
      perform: () => ({}),
    });
    const host = fixtureHost([moody]);
    const pending = (await host.invoke({ args: { n: 1 } })).event;
    const seen = (await host.executor.desk.find(pending))?.disclosure.digest ?? '';
    expect(
      await host.executor.desk.modify({ pending, person: 'olga', seen, args: { n: 2 } }),
    ).toEqual({
      ok: false,
      code: 'modification_refused',
      refusal: { code: 'stage_failed' },
    });
  });

  it('a fresh token kills the last', async () => {
    const { desk, host, pending, probe } = await opened();
    await host.approve(pending);
    const [old, fresh] = [await desk.token(pending), await desk.token(pending)];
    expect(await host.invoke({ args: { note: 'first' }, confirmation: old ?? '' })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(await host.invoke({ args: { note: 'first' }, confirmation: fresh ?? '' })).toMatchObject(
      { outcome: 'completed' },
    );
    expect(probe.calls).toHaveLength(1);
  });

  it('S3-091 every decision is on record with who decided, and no content', async () => {
    const { host, pending } = await opened({}, { note: 'CANARY' });
    await host.approve(pending);
    expect(host.sink.events().at(-1)).toMatchObject({
      kind: 'decision',
      principal: 'person:olga',
      subject: pending,
      code: 'approved',
    });
    expect(JSON.stringify(host.sink.events())).not.toContain('CANARY');
  });
});
