import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capability } from '@sovereign/capabilities';
import { Type } from 'typebox';
import type { SovereignHost } from '../src/index.js';
import { buildHost, type BuiltHost } from './support/built.js';

// What a program has that says nothing of a runner: handlers in processes, as they are built.

let built: BuiltHost;
let sdk: Awaited<ReturnType<BuiltHost['load']>>;
let host: SovereignHost;
let looking: Capability;
let lights = 1;
beforeAll(async () => {
  built = await buildHost();
  sdk = await built.load();
  looking = sdk.defineCapability({
    name: 'fixture.looking',
    version: 1,
    summary: 'Looks around.',
    args: Type.Object({ then: Type.Optional(Type.String({ maxLength: 9 })) }),
    result: Type.Object({}, { additionalProperties: true }),
    sideEffect: 'read_only',
    network: 'local',
    powers: ['file', 'settings'],
    roots: ['/proc/self/comm'],
    settings: ['home'],
    bounds: { timeoutMs: 3_000, maxResultBytes: 1_000, maxPerTurn: 9 },
    handler: built.handler('looking'),
  });
  host = await sdk.createHost({
    capabilities: [looking],
    directory: { persons: [{ id: 'ada' }] },
    audit: 'memory',
    settings: () => ({ home: { lights }, web: {} }),
    ...needed(),
  });
}, 120_000);
afterAll(async () => {
  await host?.close();
  built?.remove();
});

/** Nothing, but where this machine has no layer that is enough: there the default does not start. */
const needed = (): object =>
  process.platform === 'linux' ? {} : { isolation: 'best-effort' as const };
const ask = (args: object) =>
  host.executor.invoke(
    { capability: 'fixture.looking', version: 1, args },
    sdk.createCaller({ principal: 'person:ada', origin: 'user' }),
  );

describe('create host without a runner', () => {
  it('S1-078 runs handlers in processes, and says what keeps them in', () => {
    expect(host.isolation.runner).toBe('process');
    const { network, files, signals } = host.isolation;
    if (process.platform === 'linux') expect([network, files, signals]).not.toContain('none');
  });

  it('S1-076 S1-077 a handler has the powers of its contract there, and nothing else', async () => {
    expect(await ask({})).toMatchObject({
      outcome: 'completed',
      result: {
        powers: ['file', 'settings'],
        own: true,
        other: '`file`: not_declared',
        home: { lights: 1 },
        hidden: '`settings`: not_declared',
        fetch: 'undefined',
        environment: 0,
      },
    });
  });

  it('a change of the configuration holds from the next invocation on', async () => {
    lights = 2;
    expect(await ask({})).toMatchObject({ result: { home: { lights: 2 } } });
  });

  it('S1-072 one that never yields is ended at its bound, and the next is served', async () => {
    expect(await ask({ then: 'hang' })).toMatchObject({ outcome: 'rejected', code: 'timed_out' });
    expect(await ask({})).toMatchObject({ outcome: 'completed' });
  }, 20_000);

  it('a handler that is a function of the program cannot be taken there, and that is said at start', async () => {
    const inline = sdk.defineCapability({
      name: 'fixture.inline',
      version: 1,
      summary: 'Is a function.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
      perform: () => ({}),
    });
    await expect(
      sdk.createHost({
        capabilities: [inline],
        directory: { persons: [] },
        audit: 'memory',
        ...needed(),
      }),
    ).rejects.toThrow(/`fixture.inline@1`: has its work inline, which the `process` runner/);
  });

  it('a handler’s file that is not there stops the start', async () => {
    const lost = sdk.defineCapability({
      name: 'fixture.lost',
      version: 1,
      summary: 'Has no file.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
      handler: built.handler('nowhere'),
    });
    await expect(
      sdk.createHost({
        capabilities: [lost],
        directory: { persons: [] },
        audit: 'memory',
        ...needed(),
      }),
    ).rejects.toThrow(/its handler module cannot be read/);
  });
});
