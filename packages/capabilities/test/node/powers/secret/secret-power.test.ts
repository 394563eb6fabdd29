import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError } from '../../../../src/contract/contract-error.js';
import { nodeSecretPower, nodeSecrets } from '../../../../src/node/powers/secret/secret-power.js';

const SECRET = 'a-very-secret-word';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sovereign-secrets-'));
  writeFileSync(join(folder, 'pihole'), `${SECRET}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'readable'), SECRET, { mode: 0o600 });
  chmodSync(join(folder, 'readable'), 0o644);
  writeFileSync(join(folder, 'large'), 'x'.repeat(10_000), { mode: 0o600 });
  writeFileSync(join(folder, 'empty'), '', { mode: 0o600 });
  symlinkSync(join(folder, 'pihole'), join(folder, 'link'));
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'read',
    (thrown: unknown) => {
      expect(JSON.stringify(thrown) + String(thrown)).not.toContain(SECRET);
      expect(String(thrown)).not.toContain(folder);
      return (thrown as { readonly code: unknown }).code;
    },
  );

describe('secrets', () => {
  it('S1-077 are lent by exact name, and no other is within reach', async () => {
    const power = nodeSecretPower(['pihole'], nodeSecrets({ folder }));
    expect(await power.read('pihole')).toBe(SECRET);
    for (const name of ['readable', 'PIHOLE', 'pihole ', '../pihole', '__proto__', ''])
      expect(await codeOf(power.read(name))).toBe('not_declared');
    expect(() => nodeSecretPower(['../x'], nodeSecrets({ folder }))).toThrow(ContractError);
  });

  it('a file serves only if nobody else can read it, and it is one', async () => {
    const { read } = nodeSecrets({ folder });
    if (process.platform !== 'win32')
      for (const name of ['readable', 'link', 'folder', 'large'])
        expect(await codeOf(read(name))).toBe('unavailable');
    expect(await codeOf(read('missing'))).toBe('not_found');
    expect(await codeOf(read('empty'))).toBe('not_found');
    expect(await codeOf(read('../secret'))).toBe('not_declared');
  });

  it('stand in the environment where no file is, under a name of their own', async () => {
    const environment = {
      SOVEREIGN_SECRET_TOKEN: SECRET,
      SOVEREIGN_SECRET_PIHOLE: 'other',
      TOKEN: 'x',
    };
    const { read } = nodeSecrets({ folder, environment });
    expect(await read('token')).toBe(SECRET);
    expect(await read('pihole')).toBe(SECRET);
    expect(await codeOf(nodeSecrets({}).read('token'))).toBe('not_found');
  });
});
