import { describe, expect, it } from 'vitest';
import { namesInterpreter } from '../../src/grants/interpreters.js';
import { scopeFaults } from '../../src/grants/scope-faults.js';
import { fixtureCapability } from '../../src/testing/fixture-host.js';

describe('namesInterpreter', () => {
  it.each([
    'bash',
    'BASH',
    '/bin/sh',
    'python3.12',
    'python?',
    'node*',
    'sudo',
    'env',
    'powershell.exe',
    String.raw`C:\Windows\cmd.exe`,
    'bash-5.2',
    'rbash',
    'nodejs',
    'npx',
    'python3_11',
    'b?sh',
    'ba*',
    '*sh',
    '/usr/bin/pyth*',
    'p?rl5*',
    'pwsh*.exe',
    'systemd-run',
  ])('A49 knows %s', (target) => {
    expect(namesInterpreter(target)).toBe(true);
  });
  it.each([
    'nginx',
    'bashful',
    'node_exporter',
    'ssh.service',
    '/sh/readme',
    '**',
    '*',
    '/srv/*',
    'light.*',
    '*.service',
    '/srv/notes/2024-*',
    'media?',
    'sensor*',
  ])('lets %s be', (target) => {
    expect(namesInterpreter(target)).toBe(false);
  });
});

describe('a scope that leads to an interpreter', () => {
  const { capability } = fixtureCapability();
  const onPath = { ...capability, targetKind: 'path' } as const;
  it.each(['/bin/sh', '/bin/sh/', '/bin/./sh/.', '/bin/*sh', '/bin/ba*', '/usr/../bin/sh'])(
    'A49 is refused however it is written: %s',
    (target) => {
      const scope = {
        capability: capability.id,
        target,
        access: 'read',
        otherParameters: 'any',
      } as const;
      expect(scopeFaults(scope, [onPath])).toContainEqual({ path: '/target', rule: 'interpreter' });
    },
  );
});
