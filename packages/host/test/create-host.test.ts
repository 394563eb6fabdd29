import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ContractError,
  createCaller,
  defineCapability,
  inlineRunner,
  memorySink,
  memoryStore,
  type Runner,
} from '@sovereign/capabilities';
import { AuditLockedError, verifyJsonl } from '@sovereign/capabilities/node';
import { fixtureCapability } from '@sovereign/capabilities/testing';
import { Type } from 'typebox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHost, type HostConfig, type SovereignHost } from '../src/index.js';

let folder: string;
const hosts: SovereignHost[] = [];
const start = async (config: Partial<HostConfig> = {}): Promise<SovereignHost> => {
  const host = await createHost({
    capabilities: [fixtureCapability().capability],
    directory: { persons: [{ id: 'ada', operator: true }] },
    audit: { file: join(folder, 'audit.jsonl') },
    runner: 'inline',
    isolation: 'best-effort',
    ...config,
  });
  hosts.push(host);
  return host;
};
const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const probe = { capability: 'fixture.probe', version: 1, args: {} };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sovereign-host-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await rm(folder, { recursive: true });
});

describe('create host', () => {
  it('starts nothing where nothing keeps handlers in, unless that was asked for by name', async () => {
    await expect(
      createHost({
        capabilities: [],
        directory: { persons: [] },
        audit: 'memory',
        runner: 'inline',
      }),
    ).rejects.toThrow(/best-effort/);
    await expect(start({ isolation: 'required' })).rejects.toThrow(ContractError);
    expect((await start()).isolation).toEqual({
      runner: 'inline',
      network: 'none',
      files: 'none',
      signals: 'none',
    });
  });

  it('S1-078 starts only with a runner that leaves nothing open: one gap is enough to refuse', async () => {
    const closed = { network: 'runtime', files: 'runtime', signals: 'system' } as const;
    for (const gap of ['network', 'files', 'signals'] as const) {
      const runner = {
        ...inlineRunner(),
        kind: 'tried',
        isolation: { ...closed, [gap]: 'none' as const },
      };
      await expect(start({ runner, isolation: 'required' })).rejects.toThrow(
        new RegExp(`\`${gap}\``),
      );
    }
    const runner = { ...inlineRunner(), kind: 'tried', isolation: closed };
    expect((await start({ runner, isolation: 'required' })).isolation).toEqual({
      runner: 'tried',
      ...closed,
    });
  });

  it('says on record that it runs without isolation', async () => {
    await start();
    const [first] = (await readFile(join(folder, 'audit.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({
      kind: 'configuration',
      subject: 'runner:inline',
      code: 'isolation_best_effort',
    });
  });

  it('starts without a word where something does keep them in', async () => {
    const runner: Runner = {
      ...inlineRunner(),
      kind: 'fixture',
      isolation: { network: 'system', files: 'runtime', signals: 'system' },
    };
    await start({ runner, isolation: 'required' });
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toBe('');
  });

  it('S1-121 keeps one chain in one file over starts, and one process at a time', async () => {
    const one = await start();
    await one.executor.invoke(probe, ada);
    await expect(start()).rejects.toSatisfy((thrown) => AuditLockedError.is(thrown));
    await one.close();
    hosts.length = 0;
    const two = await start();
    await two.executor.invoke(probe, ada);
    await two.close();
    hosts.length = 0;
    expect(await verifyJsonl(join(folder, 'audit.jsonl'))).toMatchObject({ faults: [] });
    expect((await readFile(join(folder, 'audit.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(
      4,
    );
  });

  it('lets go of the audit file when the rest does not start', async () => {
    const greedy = defineCapability({
      name: 'fixture.greedy',
      version: 1,
      summary: 'Wants a program.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      powers: ['command'],
      programs: ['systemctl_restart'],
      bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
      perform: () => ({}),
    });
    await expect(start({ capabilities: [greedy] })).rejects.toThrow(
      /no program `systemctl_restart` is there/,
    );
    await start();
  });

  it('refuses a configuration with a key that it does not know', async () => {
    await expect(start({ isolaton: 'best-effort' } as never)).rejects.toThrow(
      /unknown key `isolaton`/,
    );
  });

  it('refuses a runner that is none, without repeating it', async () => {
    for (const runner of ['proces', 7, true])
      await expect(start({ runner: runner as never })).rejects.toThrow(
        /^`host`: `runner` is none of/,
      );
  });

  it('lends what the program lends beside its own, and keeps what it is given', async () => {
    const sending = defineCapability({
      name: 'fixture.sending',
      version: 1,
      summary: 'Uses the web.',
      args: Type.Object({}),
      result: Type.Object({ held: Type.Array(Type.String()) }),
      sideEffect: 'read_only',
      network: 'external',
      powers: ['web', 'clock'],
      bounds: { timeoutMs: 100, maxResultBytes: 99, maxPerTurn: 1 },
      perform: (_, powers) => ({ held: Object.keys(powers).sort() }),
    });
    const sink = memorySink();
    const host = await start({
      capabilities: [sending],
      audit: { sink },
      lend: () => ({ web: { get: () => Promise.reject(new Error('no')) } }),
    });
    const asked = await host.executor.invoke(
      { capability: 'fixture.sending', version: 1, args: {} },
      ada,
    );
    const seen = (await host.executor.desk.find(asked.event))?.disclosure.digest ?? '';
    await host.executor.desk.decide({ pending: asked.event, person: 'ada', seen, approve: true });
    expect(await host.executor.resume(asked.event)).toMatchObject({
      outcome: 'completed',
      result: { held: ['clock', 'web'] },
    });
    expect(await host.decisions.read(asked.event)).toHaveLength(1);
    expect(sink.events().map(({ kind }) => kind)).toEqual([
      'configuration',
      'invocation',
      'decision',
      'invocation',
    ]);
  });

  it('once closed it runs nothing, and it waits for what was running', async () => {
    const { promise, resolve } = Promise.withResolvers<{ ok: boolean }>();
    const slow = fixtureCapability({ perform: () => promise });
    const host = await start({ capabilities: [slow.capability], audit: 'memory' });
    const running = host.executor.invoke(probe, ada);
    let closed = false;
    const closing = host.close().then(() => (closed = true));
    await new Promise((done) => setTimeout(done, 20));
    expect(closed).toBe(false);
    resolve({ ok: true });
    expect(await running).toMatchObject({ outcome: 'completed' });
    await closing;
    expect(await host.executor.invoke(probe, ada)).toMatchObject({
      stage: 'execute',
      code: 'audit_unavailable',
    });
    expect(slow.calls).toHaveLength(1);
  });

  it('closes its sink only after a sweep that is under way has put on record what it ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const told: string[] = [];
      const chain = memorySink();
      const store = memoryStore();
      let end: (() => void) | undefined;
      let sweeps = 0;
      const host = await start({
        audit: {
          sink: {
            append(draft) {
              told.push(draft.kind);
              return chain.append(draft);
            },
            read: (query) => chain.read(query),
            close: async () => void told.push('closed'),
          },
        },
        store: {
          ...store,
          async sweep() {
            sweeps += 1;
            if (sweeps > 1) await new Promise<void>((resolve) => (end = resolve));
            return { ...(await store.sweep()), clockMovedBack: sweeps > 1 };
          },
        },
      });
      await vi.advanceTimersByTimeAsync(30_000);
      const closed = host.close();
      await vi.advanceTimersByTimeAsync(100);
      end?.();
      await closed;
      expect(told).toEqual(['configuration', 'clock_moved_back', 'closed']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('says what is in force', async () => {
    const host = await start();
    expect(host.executor.describe()).toMatchObject({
      policy: { revision: 0 },
      limits: { maxPending: 20 },
      runner: { kind: 'inline', network: 'none' },
    });
  });

  it('refuses a handler module that is not there, before anything is served', async () => {
    const lost = defineCapability({
      name: 'fixture.lost',
      version: 1,
      summary: 'Has no module.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'read_only',
      network: 'local',
      bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
      handler: new URL('./not-there.handler.js', import.meta.url),
    });
    await expect(start({ capabilities: [lost] })).rejects.toThrow();
  });
});
