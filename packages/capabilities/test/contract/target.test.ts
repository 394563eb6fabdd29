import { describe, expect, it } from 'vitest';
import type { TargetKind } from '../../src/contract/classification.js';
import { canonicalTarget } from '../../src/contract/target.js';

const table = (...rows: readonly (readonly [string, string | undefined])[]) => rows;

describe('canonicalTarget', () => {
  it.each(
    table(
      ['/', '/'],
      ['/var/log', '/var/log'],
      ['/var/log/', '/var/log'],
      ['//var///log', '/var/log'],
      ['/var/./log/.', '/var/log'],
      ['/var/log/../lib', '/var/lib'],
      ['/../../etc', '/etc'],
      ['/var/..', '/'],
      ['/var/...', '/var/...'],
      ['/Var', '/Var'],
      ['/a b/é', '/a b/é'],
      ['/a%20b', '/a%20b'],
      ['/50%', '/50%'],
      ['var/log', undefined],
      ['./var', undefined],
      ['~/var', undefined],
      ['\\var', undefined],
      ['/var\\..\\etc', undefined],
      ['/var/%2e%2e/etc', undefined],
      ['/var/%2E./etc', undefined],
      ['/var%2fetc', undefined],
      ['/var%5C..', undefined],
      ['/var%00', undefined],
      ['/var\0', undefined],
      ['/var\n/etc', undefined],
      ['/var\u2028', undefined],
      ['', undefined],
      [`/${'a'.repeat(4_095)}`, `/${'a'.repeat(4_095)}`],
      [`/${'a'.repeat(4_096)}`, undefined],
    ),
  )('path: %j is %j', (target, canonical) => {
    expect(canonicalTarget('path', target)).toBe(canonical);
  });

  it.each(
    table(
      ['example.org', 'example.org'],
      ['EXAMPLE.org', 'example.org'],
      ['example.org.', 'example.org'],
      ['example.org..', undefined],
      ['bücher.example', 'xn--bcher-kva.example'],
      ['ｅxample.org', 'example.org'],
      ['example。org', 'example.org'],
      ['example.org。', undefined],
      ['exam\u00adple.org', 'example.org'],
      ['127.0.0.1', '127.0.0.1'],
      ['127.1', '127.0.0.1'],
      ['0x7f.1', '127.0.0.1'],
      ['0177.0.0.1', '127.0.0.1'],
      ['2130706433', '127.0.0.1'],
      ['127.0.0.1.', '127.0.0.1'],
      ['[::1]', '[::1]'],
      ['[0:0:0:0:0:0:0:1]', '[::1]'],
      ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
      ['[::1', undefined],
      ['::1', undefined],
      ['[fe80::1%25eth0]', undefined],
      ['example.org:8080', undefined],
      ['example.org/path', undefined],
      ['example.org?x', undefined],
      ['example.org#x', undefined],
      ['ada@example.org', undefined],
      ['example.org\\@evil.example', undefined],
      ['exam%70le.org', undefined],
      ['example .org', undefined],
      [' example.org', undefined],
      ['example.org\t', undefined],
      ['example／org', undefined],
      ['example.org：80', undefined],
      ['ada＠example.org', undefined],
      ['http://example.org', undefined],
      ['256.0.0.1', undefined],
      ['.', undefined],
      ['', undefined],
    ),
  )('host: %j is %j', (target, canonical) => {
    expect(canonicalTarget('host', target)).toBe(canonical);
  });

  it.each(
    table(
      ['media.service', 'media.service'],
      ['Media.Service', 'Media.Service'],
      ['a/../b', 'a/../b'],
      [' ', ' '],
      ['a\u0000', undefined],
      ['a\r\nb', undefined],
      ['a\u007f', undefined],
      ['a\u0085', undefined],
      ['a\u2029', undefined],
      ['', undefined],
    ),
  )('name: %j is %j', (target, canonical) => {
    expect(canonicalTarget('name', target)).toBe(canonical);
  });

  it('has no form for a kind that is none', () => {
    expect(canonicalTarget('url' as TargetKind, 'http://example.org')).toBe(undefined);
  });
});
