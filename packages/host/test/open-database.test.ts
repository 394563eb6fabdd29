import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller, memoryStore } from '@sovereign/capabilities';
import { fixtureCapability } from '@sovereign/capabilities/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHost, type HostConfig } from '../src/index.js';

function config(parts: Partial<HostConfig> = {}): HostConfig {
  const folder = mkdtempSync(join(tmpdir(), 'sovereign-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    capabilities: [fixtureCapability().capability],
    directory: { persons: [{ id: 'olga', operator: true }], minds: [{ id: 'muse' }] },
    audit: 'database',
    database: { sqlite: join(folder, 'sovereign.db') },
    runner: 'inline',
    isolation: 'best-effort',
    ...parts,
  };
}

describe('a host with a database', () => {
  it('keeps rules, grants and the audit in it: the next host finds them', async () => {
    const stated = config();
    const first = await createHost(stated);
    const rule = { id: 'ask', scope: 'global', capability: '*', effect: 'ask' };
    await first.executor.policies.set({ person: 'olga', rule });
    const given = await first.executor.grants.give({
      person: 'olga',
      holder: 'mind:muse',
      scope: { capability: 'fixture.probe@1', otherParameters: 'any', access: 'read' },
      lastsMs: 60_000,
    });
    expect(given.ok).toBe(true);
    await first.close();

    const second = await createHost(stated);
    const muse = createCaller({ principal: 'mind:muse', origin: 'model', occasion: 'turn:1' });
    const proposal = { capability: 'fixture.probe', version: 1, args: {} };
    expect(await second.executor.invoke(proposal, muse)).toMatchObject({ outcome: 'completed' });
    const events = [];
    for await (const { kind, code } of second.sink.read()) events.push(`${kind} ${code}`);
    expect(events).toEqual(expect.arrayContaining(['configuration rule_set', 'grant granted']));
    await second.close();
  });

  it('is refused a second store beside it, and an audit in no database', async () => {
    await expect(createHost(config({ store: memoryStore() }))).rejects.toThrow('`database` keeps');
    const { database: _database, ...rest } = config();
    await expect(createHost(rest)).rejects.toThrow("`audit: 'database'` needs a `database`");
  });

  it('says and records from the start that grants may confirm', async () => {
    const host = await createHost(config({ grantsMayConfirm: true, audit: 'memory' }));
    expect(host.executor.describe()).toMatchObject({ grants_may_confirm: true });
    const codes = [];
    for await (const { code } of host.sink.read()) codes.push(code);
    expect(codes).toContain('grants_may_confirm');
    await host.close();
  });
});
