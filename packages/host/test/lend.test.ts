import { defineCapability, PowerError } from '@sovereign/capabilities';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { lendNodePowers } from '../src/lend.js';

const reader = defineCapability({
  name: 'fixture.reader',
  version: 1,
  summary: 'Reads.',
  args: Type.Object({}),
  result: Type.Object({}),
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file', 'clock', 'log'],
  roots: ['/proc/uptime'],
  bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
  perform: () => ({}),
});

it('lend › the files of the contract and no other', async () => {
  const { file } = lendNodePowers({})(reader);
  await expect(file?.readText('/etc/passwd')).rejects.toSatisfy(
    (thrown) => PowerError.is(thrown) && thrown.code === 'not_declared',
  );
});

it('lend › notes reach the host with the capability’s name, and nowhere else', () => {
  const heard: unknown[] = [];
  lendNodePowers({ log: (...note) => heard.push(note) })(reader).log?.note('slow', { ms: 5 });
  expect(heard).toEqual([['fixture.reader', 'slow', { ms: 5 }]]);
  expect(() => lendNodePowers({})(reader).log?.note('slow')).not.toThrow();
});

it('lend › a clock that tells the present', () => {
  expect(Math.abs((lendNodePowers({})(reader).clock?.now() ?? 0) - Date.now())).toBeLessThan(1_000);
});

it('lend › sections of the configuration, where there is one', async () => {
  const { settings: none } = lendNodePowers({})(reader);
  expect(none).toBe(undefined);
  const looker = defineCapability({
    name: 'fixture.looker',
    version: 1,
    summary: 'Looks.',
    args: Type.Object({}),
    result: Type.Object({}),
    sideEffect: 'read_only',
    network: 'local',
    powers: ['settings'],
    settings: ['home'],
    bounds: { timeoutMs: 1, maxResultBytes: 9, maxPerTurn: 1 },
    perform: () => ({}),
  });
  const { settings } = lendNodePowers({ settings: () => ({ home: { on: true }, web: {} }) })(
    looker,
  );
  expect(await settings?.read('home')).toEqual({ on: true });
  await expect(settings?.read('web')).rejects.toSatisfy(
    (thrown) => PowerError.is(thrown) && thrown.code === 'not_declared',
  );
});
