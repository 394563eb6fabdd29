import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';

describe('canonicalJson', () => {
  it.each([
    [null, 'null'],
    [true, 'true'],
    ['', '""'],
    ['a"\\\n\u0001é😀\u2028', '"a\\"\\\\\\n\\u0001é😀\u2028"'],
    [-0, '0'],
    [1e21, '1e+21'],
    [0.1 + 0.2, '0.30000000000000004'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [null, {}], ''], '[1,[null,{}],""]'],
  ])('writes %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('orders keys by UTF-16 code units, numbers among them', () => {
    const value = { '10': 1, '9': 1, é: 1, z: 1, '': 1, '\ufb33': 1, '😀': 1, A: 1 };
    expect(canonicalJson(value)).toBe('{"":1,"10":1,"9":1,"A":1,"z":1,"é":1,"😀":1,"\ufb33":1}');
  });

  it('does not ask a `toJSON` that `Object.prototype` was given', () => {
    const prototype = Object.prototype as { toJSON?: unknown };
    prototype.toJSON = () => 'polluted';
    try {
      expect(canonicalJson({ a: ['b', { c: 1 }] })).toBe('{"a":["b",{"c":1}]}');
    } finally {
      delete prototype.toJSON;
    }
  });

  it('writes an own `toJSON` that is data, as data', () => {
    expect(canonicalJson({ toJSON: 'a', constructor: 1 })).toBe('{"constructor":1,"toJSON":"a"}');
  });
});
