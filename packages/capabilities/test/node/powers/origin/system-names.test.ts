import { expect, it } from 'vitest';
import { isLoopback } from '../../../../src/node/powers/origin/place.js';
import { systemNames } from '../../../../src/node/powers/origin/system-names.js';
import { refusalOf } from '../refusal.js';

const forever = new AbortController().signal;

it('system names › know what only this machine knows', async () => {
  const addresses = await systemNames('localhost', forever);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.every(isLoopback)).toBe(true);
});

it('system names › say that there is nobody of a name, or that nobody could say', async () => {
  expect(['name_not_found', 'unavailable']).toContain(
    await refusalOf(systemNames('no-such-machine.invalid', forever)),
  );
});
