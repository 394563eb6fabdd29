import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { disclose, type Disclosed } from '../../src/confirmation/disclosure.js';
import { defineCapability } from '../../src/contract/capability.js';
import { canonicalJson } from '../../src/internal/canonical.js';
import type { JsonObject } from '../../src/internal/json.js';
import { written } from '../contract/contracts.js';
import { LOOK } from './pendings.js';

const DISCLOSED: Disclosed = {
  capability: LOOK,
  effect: 'Looks at /etc.',
  target: '/etc',
  args: { path: '/etc', depth: 2 },
  principal: 'person:ada',
  occasion: 'turn:1',
  provenance: [
    { path: '/path', source: 'mail', trust: 'low' },
    { path: '/depth', source: 'web', trust: 'tool' },
  ],
};

const classified = (sideEffect: string, network: string) =>
  defineCapability(written({ sideEffect, network }));

describe('disclose', () => {
  it('shows effect, capability, target, arguments, axes, provenance, asker and consequence, in this order', () => {
    expect(disclose(DISCLOSED).text.split('\n')).toEqual([
      'Looks at /etc.',
      'Capability: fixture.look@1',
      'Target: /etc',
      'Arguments: {"depth":2,"path":"/etc"}',
      'This only reads, and stays on this device.',
      'Argument /path came from mail (low trust)',
      'Argument /depth came from web (tool trust)',
      'Asked by person:ada, on occasion turn:1.',
      'Yes lets exactly this run, once.',
    ]);
  });

  it('says what is not there, and takes the summary where the contract has no sentence', () => {
    const bare = disclose({
      ...DISCLOSED,
      effect: undefined,
      target: undefined,
      occasion: undefined,
      provenance: [],
    });
    expect(bare.text.split('\n')).toEqual([
      'Looks at one thing.',
      'Capability: fixture.look@1',
      'Target: none',
      'Arguments: {"depth":2,"path":"/etc"}',
      'This only reads, and stays on this device.',
      'Asked by person:ada, on occasion none.',
      'Yes lets exactly this run, once.',
    ]);
  });

  it.each([
    ['read_only', 'external', 'This only reads, and contacts something outside this device.'],
    ['mutating', 'local', 'This changes something, and stays on this device.'],
    ['mutating', 'external', 'This changes something, and contacts something outside this device.'],
  ])('says of %s and %s: %s', (sideEffect, network, line) => {
    const capability = classified(sideEffect, network);
    expect(disclose({ ...DISCLOSED, capability }).text.split('\n')[4]).toBe(line);
  });

  it('puts text and fields under one digest, with a domain of its own', () => {
    const { text, fields, digest } = disclose(DISCLOSED);
    const signed = canonicalJson({ text, fields: { ...fields } as unknown as JsonObject });
    expect(digest).toBe(
      createHash('sha256').update(`sovereign/disclosure/1\n${signed}`).digest('hex'),
    );
  });

  it('is frozen through and through', () => {
    const disclosure = disclose(DISCLOSED);
    const parts = [disclosure, disclosure.fields, disclosure.fields.provenance];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
  });

  const CHANGED: readonly (readonly [string, Partial<Disclosed>])[] = [
    ['its sentence', { effect: 'Looks at /etc!' }],
    ['its capability', { capability: defineCapability(written({ version: 2 })) }],
    ['its target', { target: '/etc/' }],
    ['its arguments', { args: { path: '/etc', depth: 3 } }],
    ['the type of an argument', { args: { path: '/etc', depth: '2' } }],
    ['its side effect', { capability: classified('mutating', 'local') }],
    ['its network', { capability: classified('read_only', 'external') }],
    ['a mark less', { provenance: DISCLOSED.provenance.slice(1) }],
    [
      'a mark of other trust',
      { provenance: DISCLOSED.provenance.map((mark) => ({ ...mark, trust: 'low' })) },
    ],
    ['who asks', { principal: 'person:bob' }],
    ['the occasion', { occasion: 'turn:2' }],
  ];
  it.each(CHANGED)('another digest when %s is another', (_, change) => {
    const digests = [disclose(DISCLOSED), disclose({ ...DISCLOSED, ...change })].map(
      ({ digest }) => digest,
    );
    expect(new Set(digests).size).toBe(2);
  });

  it.each([
    ['a line end', 'a\nCapability: evil@1', 'a\\u{a}Capability: evil@1'],
    ['a carriage return', 'a\rb', 'a\\u{d}b'],
    ['U+2028', 'a\u2028b', 'a\\u{2028}b'],
    ['a terminal sequence', '\u001b[2Ja', '\\u{1b}[2Ja'],
    ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a Cyrillic look-alike', 'p\u0430ypal', 'p\\u{430}ypal'],
    ['a backslash', 'a\\u{a}b', 'a\\u{5c}u{a}b'],
  ])('shows %s for what it is, in every field that others can fill', (_, hostile, visible) => {
    const { fields, text } = disclose({
      ...DISCLOSED,
      effect: hostile,
      target: hostile,
      principal: hostile,
      occasion: hostile,
      provenance: [{ path: hostile, source: hostile, trust: 'low' }],
    });
    expect([fields.effect, fields.target, fields.asker, fields.occasion]).toEqual([
      visible,
      visible,
      visible,
      visible,
    ]);
    expect(fields.provenance).toEqual([`${visible} came from ${visible} (low trust)`]);
    expect(text.split('\n')).toHaveLength(8);
  });

  it('shows every argument whole: the danger cannot hide behind a cut', () => {
    const long = `${'a'.repeat(60_000)}; rm -rf /`;
    const { fields, text } = disclose({
      ...DISCLOSED,
      args: { note: long, list: Array.from({ length: 1_000 }, (_, at) => at) },
    });
    expect(fields.arguments).toContain('; rm -rf /');
    expect(text).toContain(fields.arguments);
    expect(fields.arguments).toContain('998,999]');
  });
});
