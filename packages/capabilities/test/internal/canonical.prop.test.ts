import { isDeepStrictEqual } from 'node:util';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';
import type { Json } from '../../src/internal/json.js';
import { json } from './json-values.js';

/** The same data with its keys put in in another order. */
function shuffled(value: Json, at: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((part) => shuffled(part, at));
  const entries = Object.entries(value).map(([key, part]) => [key, shuffled(part, at)] as const);
  const cut = entries.length === 0 ? 0 : at % entries.length;
  return Object.fromEntries([...entries.slice(cut), ...entries.slice(0, cut)].reverse());
}

/** The same data but for one change somewhere: a value, a key, a place. */
function changed(value: Json, at: number): Json {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? [] : value.slice(1);
  if (typeof value !== 'object' || value === null) return value === null ? {} : !value;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (list.length === 0) return {};
    const index = at % list.length;
    return list.map((part, place) => (place === index ? changed(part, at) : part));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  return Object.fromEntries(
    entries.map(([key, part], place) =>
      place === at % entries.length ? [key, changed(part, at)] : [key, part],
    ),
  );
}

describe('canonicalJson', () => {
  test.prop([json])('for every JSON value: it reads back as the same data', (value) => {
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
  });

  test.prop([json, fc.nat()])(
    'for every JSON value: the order of its keys is irrelevant',
    (value, at) => {
      expect(canonicalJson(shuffled(value, at))).toBe(canonicalJson(value));
    },
  );

  test.prop([json, json, fc.nat()])(
    'for every two values: the same text exactly when they are the same data',
    (one, other, at) => {
      const same = (left: Json, right: Json) => canonicalJson(left) === canonicalJson(right);
      expect(same(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(same(one, changed(one, at))).toBe(false);
    },
  );

  test.prop([json])('for every JSON value: canonical twice is canonical once', (value) => {
    const text = canonicalJson(value);
    expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
  });
});
