import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCaller } from '@sovereign/capabilities';
import type { HostConfig } from '@sovereign/host';
import { describe, expect, it } from 'vitest';
import { registryOf, withHost, withHostToLookAt } from '../src/open-host.js';
import { createOutput } from '../src/output.js';
import householdConfig from './fixtures/household.js';
import { fakeIo, temporaryFolder, type FakeIo } from './support/fake-io.js';

const using = (config: HostConfig, io: FakeIo = fakeIo()) =>
  withHost(config, io, createOutput({ color: false }, io), ({ executor }) =>
    Promise.resolve(executor.registry.capabilities.length),
  );

describe('registryOf', () => {
  it('makes a registry, and opens nothing', () => {
    const data = temporaryFolder();
    expect(registryOf(householdConfig({ data })).capabilities.length).toBeGreaterThan(5);
    expect(readdirSync(data)).toEqual([]);
  });

  it('says which contract is at fault', () => {
    const config = householdConfig({ data: '/d' });
    expect(() =>
      registryOf({ ...config, capabilities: [...config.capabilities, ...config.capabilities] }),
    ).toThrow('`notes.read@1`: is registered twice');
  });
});

describe('withHost', () => {
  it('makes the data folder for its owner alone, and lets go of the file', async () => {
    const data = join(temporaryFolder(), 'made', 'here');
    await using(householdConfig({ data }));
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(data, 'audit.jsonl')).mode & 0o777).toBe(0o600);
    await using(householdConfig({ data }));
  });

  it('says once that nothing isolates handlers', async () => {
    const io = fakeIo();
    await using(householdConfig({ data: temporaryFolder() }), io);
    expect(io.stderrText()).toMatch(
      /^note: the `inline` runner does not isolate handlers[^\n]*\n$/,
    );
  });

  it('starts nothing that was not asked for by name', async () => {
    const { isolation: _, ...config } = householdConfig({ data: temporaryFolder() });
    await expect(using(config)).rejects.toMatchObject({ exit: 'configuration' });
  });

  it('says that others may read the folder', async () => {
    const data = temporaryFolder();
    chmodSync(data, 0o755);
    await expect(using(householdConfig({ data }))).rejects.toMatchObject({
      exit: 'unavailable',
      message: /^audit_exposed: /,
    });
  });

  it('lets go of the file when what used it fails', async () => {
    const data = temporaryFolder();
    const io = fakeIo();
    const failing = withHost(
      householdConfig({ data }),
      io,
      createOutput({ color: false }, io),
      () => Promise.reject(new Error('used wrongly')),
    );
    await expect(failing).rejects.toThrow('used wrongly');
    await using(householdConfig({ data }));
  });

  it('tells the configuration’s own hook of defects too, while debugging', async () => {
    const io = fakeIo({ env: { SOVEREIGN_DEBUG: '1' } });
    const told: string[] = [];
    const config = {
      ...householdConfig({ data: temporaryFolder() }),
      defect: (_: unknown, where: string) => told.push(where),
    };
    await withHost(config, io, createOutput({ color: false }, io), ({ executor }) =>
      executor.invoke(
        { capability: 'notes.break', version: 1, args: {} },
        createCaller({ principal: 'person:olga', origin: 'operator' }),
      ),
    );
    expect(told).toEqual(['notes.break@1']);
    expect(io.stderrText()).toContain('debug: notes.break@1: Error');
  });
});

describe('withHostToLookAt', () => {
  it('leaves nothing behind, and needs no lock', async () => {
    const data = join(temporaryFolder(), 'not', 'made');
    const io = fakeIo();
    await withHostToLookAt(householdConfig({ data }), io, createOutput({ color: false }, io), () =>
      Promise.resolve(),
    );
    expect(existsSync(data)).toBe(false);
  });
});
