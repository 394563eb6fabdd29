import { describe, expect, it } from 'vitest';
import { isPublicName } from '../../../../src/node/powers/web/public-names.js';

describe('isPublicName', () => {
  it.each(['example.org', 'a.b.example.co.uk', 'xn--bcher-kva.example.com', '_x.a-b.org', '4.org'])(
    'takes %s',
    (name) => {
      expect(isPublicName(name)).toBe(true);
    },
  );

  it.each([
    'localhost',
    'anything.localhost',
    'localhost.localdomain',
    'printer.local',
    'nas.lan',
    'router.home',
    'router.home.arpa',
    'wiki.intranet',
    'metadata.google.internal',
    'instance-data.ec2.internal',
    'host.docker.internal',
    'kubernetes.default.svc.cluster.local',
    'x.test',
    'x.onion',
    'metadata',
    'ip6-localhost',
    'com',
  ])('S3-119: refuses %s, which means something here only', (name) => {
    expect(isPublicName(name)).toBe(false);
  });

  it('tells the end of a name from the end of a label', () => {
    expect(isPublicName('example.plan')).toBe(true);
    expect(isPublicName('local.example.org')).toBe(true);
    expect(isPublicName('my-internal.com')).toBe(true);
  });

  it.each([
    '',
    '.',
    'example.org.',
    'example..org',
    '.example.org',
    '-a.org',
    'a-.org',
    'a b.org',
    'a!b.org',
    `${'a'.repeat(64)}.org`,
    `${'a.'.repeat(126)}org`,
  ])('refuses what is no name: `%s`', (name) => {
    expect(isPublicName(name)).toBe(false);
  });

  it('takes the longest name there is', () => {
    const name = `${'a.'.repeat(125)}org`;
    expect([name.length, isPublicName(name)]).toEqual([253, true]);
  });
});
