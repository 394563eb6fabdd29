import { describe, expect, it } from 'vitest';
import type { TargetKind } from '../../../src/contract/classification.js';
import { compileGlob } from '../../../src/contract/glob/glob.js';

const matches = (kind: TargetKind, pattern: string, target: string) =>
  compileGlob(kind, pattern)?.matches(target);

describe('compileGlob', () => {
  it.each<[TargetKind, string, string, boolean]>([
    ['path', '/a/*', '/a/b', true],
    ['path', '/a/*', '/a/b/c', false],
    ['path', '/a/*', '/a', false],
    ['path', '/a/**', '/a/b/c', true],
    ['path', '/a/**', '/ab', false],
    ['path', '**/secret', '/a/b/secret', true],
    ['path', '/*/b/*', '/a/b/c', true],
    ['path', '/*/b/*', '/a/x/b/c', false],
    ['path', '/a?', '/ab', true],
    ['path', '/a?b', '/a/b', false],
    ['path', '/a/*.txt', '/a/.txt', true],
    ['path', '/a/**/z', '/a/b/z', true],
    ['path', '/a/**b**/z', '/a/xbx/y/z', true],
    ['host', '*.example.org', 'www.example.org', true],
    ['host', '*.example.org', 'a.www.example.org', false],
    ['host', '*.example.org', 'example.org', false],
    ['host', '**.example.org', 'a.www.example.org', true],
    ['host', '**.example.org', 'example.org', false],
    ['host', '**.example.org', 'notexample.org', false],
    ['name', '*.service', 'nginx.service', true],
    ['name', 'a*b', 'a/x.y/b', true],
    ['name', 'n?inx', 'n\u{1f600}inx', true],
    ['name', 'n??inx', 'n\u{1f600}inx', false],
    ['name', '?', '\u{1f600}', true],
    ['name', 'nginx', 'Nginx', false],
  ])('S3-153 %s: %s and %s: %s', (kind, pattern, target, is) => {
    expect(matches(kind, pattern, target)).toBe(is);
  });

  it('A42 G06 brings what names one target to the form that targets have', () => {
    expect(matches('host', 'Example.ORG.', 'example.org')).toBe(true);
    expect(matches('host', '*.Example.ORG.', 'www.example.org')).toBe(true);
    expect(matches('host', 'bücher.example', 'xn--bcher-kva.example')).toBe(true);
    expect(matches('path', '/a/./b/../c', '/a/c')).toBe(true);
  });

  it.each<[TargetKind, string]>([
    ['path', 'a/*'],
    ['path', '*/a'],
    ['path', '/a//*'],
    ['path', '/a/../*'],
    ['path', '/a/./*'],
    ['path', '/a/%2e%2e/*'],
    ['path', 'relative'],
    ['host', 'a..*'],
    ['host', 'bücher.*'],
    ['host', 'https://a.*'],
    ['name', ''],
    ['name', 'a[b]*'],
    ['name', 'a\\*'],
    ['name', '***'],
  ])('refuses as a pattern of kind %s: %s', (kind, pattern) => {
    expect(compileGlob(kind, pattern)).toBeUndefined();
  });

  it('takes no time to speak of for a pattern and a target that are made to cost it', () => {
    const glob = compileGlob('name', `${'*a'.repeat(200)}*b`);
    const started = process.cpuUsage().user;
    expect(glob?.matches('a'.repeat(4_096))).toBe(false);
    // A matcher that takes steps back would not end within a lifetime.
    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
  });
});
