import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability, type Capability } from '../../../src/contract/capability.js';
import {
  FIXTURE_BOUNDS,
  fixtureCapability,
  fixtureCaller,
  fixtureHost,
} from '../../../src/testing/fixture-host.js';

describe('validate', () => {
  it.each([
    ['a wrong type', { count: '5' }],
    ['a fraction for an integer', { count: 1.5 }],
    ['an unknown key', { extra: 1 }],
    ['too long a text', { note: 'x'.repeat(65_537) }],
    ['NaN', { count: Number.NaN }],
    ['null', null],
    ['a list', []],
    ['nothing', undefined],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', () => ({})],
    ['a symbol key', { [Symbol('s')]: 1 }],
    ['undefined inside', { note: undefined }],
    ['a BigInt', { count: 1n }],
    ['a lone surrogate', { note: '\ud800' }],
    ['a sparse list', { note: [, 'x'] }], // eslint-disable-line no-sparse-arrays -- what is refused
  ])(
    'S1-059 S1-176 refuses %s at its own stage, and the handler is not called',
    async (_, args) => {
      const probe = fixtureCapability();
      const host = fixtureHost([probe.capability]);
      expect(await host.invoke({ args })).toMatchObject({
        outcome: 'rejected',
        stage: 'validate',
        code: 'invalid_arguments',
      });
      expect(host.events()[0]?.stage_reached).toBe('rejected-at-validate');
      expect(probe.calls).toHaveLength(0);
    },
  );

  it('S1-007 S1-057 looks at the schema of the contract, never at what the proposal claims', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    for (const claim of [
      { validated: true },
      { args_schema: {} },
      { schema: true },
      { trusted: 1 },
    ]) {
      const proposal = { capability: 'fixture.probe', version: 1, args: { count: 'x' }, ...claim };
      expect(await host.executor.invoke(proposal as never, fixtureCaller())).toMatchObject({
        stage: 'validate',
      });
    }
    expect(probe.calls).toHaveLength(0);
  });

  it('S1-058 hands the handler a frozen copy: getters, prototypes and later writes have no effect', async () => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    let reads = 0;
    const getter = Object.defineProperty({}, 'note', {
      enumerable: true,
      get: () => `read ${(reads += 1)}`,
    });
    expect(await host.invoke({ args: getter })).toMatchObject({ stage: 'validate' });
    expect(reads).toBe(0);

    const inherited = Object.create({ note: 'inherited' }) as object;
    expect(await host.invoke({ args: inherited })).toMatchObject({ stage: 'validate' });

    const mine = { note: 'before' };
    const running = host.invoke({ args: mine });
    mine.note = 'after';
    await running;
    expect(probe.calls).toEqual([{ note: 'before' }]);
    expect(Object.isFrozen(probe.calls[0])).toBe(true);
  });

  it('S1-058 asks a lying proxy once, and uses that answer for everything', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([probe.capability]);
    let answers = 0;
    const liar = new Proxy(
      { note: '' },
      {
        getOwnPropertyDescriptor: () => ({
          value: `answer ${(answers += 1)}`,
          enumerable: true,
          configurable: true,
          writable: true,
        }),
      },
    );
    const pending = await host.invoke({ args: liar });
    expect(pending).toMatchObject({
      outcome: 'pending',
      pending: { disclosure: { fields: { arguments: '{"note":"answer 1"}' } } },
    });
    expect(answers).toBe(1);
  });

  it('never calls toJSON, and refuses a trap that throws', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    const evil = { toJSON: () => ({ note: 'changed' }) };
    expect(await host.invoke({ args: evil })).toMatchObject({ stage: 'validate' });
    const thrower = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap');
        },
      },
    );
    expect(await host.invoke({ args: thrower })).toMatchObject({
      stage: 'validate',
      code: 'invalid_arguments',
    });
  });

  it.each([
    '{"__proto__":{"ok":true}}',
    '{"constructor":{"prototype":{"ok":true}}}',
    '{"note":"x","__proto__":null}',
  ])('C10 refuses %s, and no prototype changes', async (text) => {
    const host = fixtureHost([fixtureCapability().capability]);
    expect(await host.invoke({ args: JSON.parse(text) })).toMatchObject({ stage: 'validate' });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['ok']).toBeUndefined();
  });

  it('S3-173 refuses unknown keys, also nested ones', async () => {
    const nested = defineCapability({
      name: 'fixture.nested',
      version: 1,
      summary: 'Nests.',
      sideEffect: 'read_only',
      network: 'local',
      bounds: FIXTURE_BOUNDS,
      args: Type.Object({ inner: Type.Object({ deep: Type.Object({ n: Type.Integer() }) }) }),
      result: Type.Object({}),
      perform: () => ({}),
    });
    const host = fixtureHost([nested]);
    const ask = (args: unknown) => host.invoke({ capability: 'fixture.nested', args });
    expect(await ask({ inner: { deep: { n: 1 } } })).toMatchObject({ outcome: 'completed' });
    expect(await ask({ inner: { deep: { n: 1, approved: true } } })).toMatchObject({
      stage: 'validate',
    });
    expect(await ask({ inner: { deep: { n: 1 } }, approved: true })).toMatchObject({
      stage: 'validate',
    });
  });

  it('C06 C07 names path and rule, and never the value or a foreign key', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    const secret = 'hunter2-canary-value';
    for (const args of [
      { count: secret },
      { [secret]: 1 },
      { note: 5, [secret]: secret },
      secret,
      [secret],
    ]) {
      const outcome = await host.invoke({ args });
      expect(outcome).toMatchObject({ stage: 'validate' });
      expect(JSON.stringify([outcome, host.sink.events(), host.defects])).not.toContain(secret);
    }
    expect(await host.invoke({ args: { count: 'x' } })).toMatchObject({
      violations: [{ path: '/count', rule: 'type' }],
    });
  });

  it.each([
    ['a plain object', { principal: 'person:ada', origin: 'user' }],
    ['a copy of a caller', { ...fixtureCaller() }],
    ['an object on top of a caller', Object.create(fixtureCaller())],
    ['a caller through JSON', JSON.parse(JSON.stringify(fixtureCaller()))],
    ['nothing', undefined],
    ['null', null],
    ['a text', 'person:ada'],
  ])('refuses %s as caller: only host code makes one', async (_, caller) => {
    const probe = fixtureCapability();
    const host = fixtureHost([probe.capability]);
    const outcome = await host.executor.invoke(
      { capability: 'fixture.probe', version: 1, args: {} },
      caller as never,
    );
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      stage: 'validate',
      code: 'invalid_caller',
    });
    expect(host.events()[0]).not.toHaveProperty('principal');
    expect(probe.calls).toHaveLength(0);
  });

  it('refuses a request body taken for a whole call', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    const request = new Request('http://localhost/', {
      method: 'POST',
      body: '{"capability":"fixture.probe","version":1,"args":{}}',
    });
    // @ts-expect-error -- a request body is one argument, and no caller
    expect(await host.executor.invoke(await request.json())).toMatchObject({
      code: 'invalid_caller',
    });
  });

  describe('target', () => {
    const open = (kind: 'path' | 'host' | 'name'): Capability =>
      defineCapability({
        name: 'fixture.target',
        version: 1,
        summary: 'Has a target.',
        sideEffect: 'read_only',
        network: 'local',
        bounds: FIXTURE_BOUNDS,
        args: Type.Object({ at: Type.String({ maxLength: 200 }) }),
        result: Type.Object({ ok: Type.Boolean() }),
        target: ({ at }) => at,
        targetKind: kind,
        perform: () => ({ ok: true }),
      });

    it('S3-137 S3-138 derives the target from the arguments, and refuses a proposal that names another', async () => {
      const host = fixtureHost([open('host')]);
      const ask = (target: unknown) =>
        host.invoke({
          capability: 'fixture.target',
          args: { at: 'Example.ORG.' },
          target: target as string,
        });
      expect(await ask('example.org')).toMatchObject({ outcome: 'completed' });
      expect(await ask('EXAMPLE.org')).toMatchObject({ outcome: 'completed' });
      for (const other of ['example.com', 'evil.example.org', '', 5, null, {}])
        expect(await ask(other)).toMatchObject({ stage: 'validate', code: 'target_mismatch' });
    });

    it('S3-138 refuses a target where the contract has none', async () => {
      const host = fixtureHost([fixtureCapability().capability]);
      expect(await host.invoke({ target: 'anything' })).toMatchObject({ code: 'target_mismatch' });
    });

    it('A40 refuses arguments whose target has no canonical form', async () => {
      const host = fixtureHost([open('path')]);
      const ask = (at: string) => host.invoke({ capability: 'fixture.target', args: { at } });
      expect(await ask('/etc/./hosts')).toMatchObject({ outcome: 'completed' });
      for (const at of ['etc/hosts', '/a\\b', '/a/%2e%2e/b', '/a\nb'])
        expect(await ask(at)).toMatchObject({ stage: 'validate', code: 'invalid_arguments' });
    });
  });

  it('refuses arguments that nobody could be asked to read, where a person must be asked', async () => {
    const mutating = fixtureCapability({ sideEffect: 'mutating' });
    const host = fixtureHost([mutating.capability]);
    const at = 8_192 - '{"note":""}'.length;
    expect(await host.invoke({ args: { note: 'x'.repeat(at) } })).toMatchObject({
      outcome: 'pending',
    });
    expect(await host.invoke({ args: { note: 'x'.repeat(at + 1) } })).toMatchObject({
      stage: 'validate',
      code: 'invalid_arguments',
    });
    const reading = fixtureHost([fixtureCapability().capability]);
    expect(await reading.invoke({ args: { note: 'x'.repeat(60_000) } })).toMatchObject({
      outcome: 'completed',
    });
  });

  it('S1-177 hands schema-valid nonsense to the handler, whose failure is an outcome', async () => {
    const probe = fixtureCapability({
      perform: () => {
        throw new TypeError('nonsense');
      },
    });
    const host = fixtureHost([probe.capability]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer(), async (note, count) => {
        const outcome = await host.invoke({ args: { note, count } });
        return (
          outcome.outcome === 'rejected' &&
          outcome.stage === 'execute' &&
          outcome.code === 'handler_failed'
        );
      }),
      { numRuns: 30 },
    );
    expect(host.events().every((event) => event.stage_reached === 'rejected-at-execute')).toBe(
      true,
    );
  });
});
