import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ARGUMENT_LIMITS, snapshot, type SnapshotLimits } from '../../src/internal/snapshot.js';
import { taken } from './json-values.js';

const limits = (some: Partial<SnapshotLimits>): SnapshotLimits => ({ ...ARGUMENT_LIMITS, ...some });

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
};

/** An array of three, of which the second is not there. */
const holed = (): unknown[] => Object.assign(Array<unknown>(3), { 0: 1, 2: 2 });

const circle: { self?: unknown } = {};
circle.self = circle;

class Session {
  principal = 'person:ada';
}

const throwing = (trap: keyof ProxyHandler<object>, thrown: unknown): object =>
  new Proxy(
    { a: 1 },
    {
      [trap]: () => {
        throw thrown;
      },
    },
  );

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe('snapshot', () => {
  it.each([
    [
      'a getter',
      {
        get a() {
          return 1;
        },
      },
      'accessor',
    ],
    [
      'a setter alone',
      Object.defineProperty({}, 'a', { set: () => {}, enumerable: true }),
      'accessor',
    ],
    ['a getter at an index', Object.defineProperty([1], '0', { get: () => 1 }), 'accessor'],
    ['a hidden getter', Object.defineProperty({}, 'a', { get: () => 1 }), 'accessor'],
    ['a symbol for a key', { [Symbol('a')]: 1 }, 'symbol_key'],
    ['a symbol for a key of an array', Object.assign([1], { [Symbol('a')]: 1 }), 'symbol_key'],
    ['an own key `__proto__`', JSON.parse('{"__proto__":{"approved":true}}'), 'proto_key'],
    ['an own key `__proto__` deep inside', JSON.parse('[{"a":{"__proto__":1}}]'), 'proto_key'],
    ['an instance of a class', new Session(), 'prototype'],
    ['an object that inherits', Object.create({ approved: true }), 'prototype'],
    ['an object whose prototype was set', { __proto__: { approved: true } }, 'prototype'],
    ['a date', new Date(0), 'prototype'],
    ['a map', new Map(), 'prototype'],
    ['a boxed text', Object('a'), 'prototype'],
    ['bytes', new Uint8Array(1), 'prototype'],
    ['an error', new Error('a'), 'prototype'],
    ['an array of a class of its own', new (class extends Array {})(), 'prototype'],
    ['an array without a prototype', Object.setPrototypeOf([], null), 'prototype'],
    ['an object of another realm', runInNewContext('({})'), 'prototype'],
    ['nothing', undefined, 'not_json'],
    ['a value that is undefined', { a: undefined }, 'not_json'],
    ['a function', { a: () => 1 }, 'not_json'],
    ['a function called `toJSON`', { toJSON: () => 1 }, 'not_json'],
    ['a bigint', [1n], 'not_json'],
    ['a symbol', [Symbol('a')], 'not_json'],
    ['a hole', holed(), 'sparse_array'],
    ['a hole at the end', Object.assign([1], { length: 3 }), 'sparse_array'],
    ['a key of an array beside its items', Object.assign([1], { a: 1 }), 'array_key'],
    ['a key of an array instead of an item', Object.assign(holed(), { a: 1 }), 'array_key'],
    ['NaN', Number.NaN, 'not_finite'],
    ['infinity', [Number.POSITIVE_INFINITY], 'not_finite'],
    ['1e400, as JSON reads it', JSON.parse('{"a":-1e400}'), 'not_finite'],
    ['half of a surrogate pair', 'a\ud800', 'lone_surrogate'],
    ['the other half', { a: ['\udc00a'] }, 'lone_surrogate'],
    ['half of a pair in a key', { 'a\udfff': 1 }, 'lone_surrogate'],
    ['a circle', circle, 'too_deep'],
    ['200,000 levels', nested(200_000), 'too_deep'],
    ['a trap that throws', throwing('ownKeys', new Error('a')), 'unreadable'],
    [
      'a trap that throws a proxy that throws',
      throwing('getPrototypeOf', throwing('getPrototypeOf', 1)),
      'unreadable',
    ],
    ['a trap that throws undefined', throwing('getOwnPropertyDescriptor', undefined), 'unreadable'],
    ['a revoked proxy', revoked(), 'unreadable'],
    [
      'an array whose length is no number',
      new Proxy([], {
        getOwnPropertyDescriptor: () => ({ value: { valueOf: () => 0 }, writable: true }),
      }),
      'unreadable',
    ],
  ])('refuses %s', (_, value, rule) => {
    expect(snapshot(value)).toEqual({ ok: false, rule });
    expect(snapshot(value === undefined ? value : { inside: [value] })).toEqual({
      ok: false,
      rule,
    });
  });

  it('takes a hidden property for what it is: there', () => {
    const value = Object.defineProperty({ a: 1 }, 'b', { value: 2 });
    expect(snapshot(value)).toEqual(taken({ a: 1, b: 2 }));
  });

  it('takes an object without a prototype, and keys that `Object.prototype` has, as plain data', () => {
    const value = Object.assign(Object.create(null) as object, {
      constructor: 1,
      toString: 'a',
      toJSON: null,
    });
    const copy = snapshot(value);
    expect(copy).toEqual(taken({ constructor: 1, toString: 'a', toJSON: null }));
    // What it inherits from is empty, and stays so.
    const prototype = copy.ok ? (Object.getPrototypeOf(copy.value) as object) : {};
    expect([
      Reflect.ownKeys(prototype),
      Object.getPrototypeOf(prototype),
      Object.isFrozen(prototype),
    ]).toEqual([[], null, true]);
  });

  it('C10 leaves `Object.prototype` as it was, whatever keys the data has', () => {
    const before = Reflect.ownKeys(Object.prototype);
    const inert = '{"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}';
    expect(snapshot(JSON.parse(inert))).toEqual(taken(JSON.parse(inert)));
    expect(snapshot(JSON.parse('{"a":[{"__proto__":{"polluted":1}}]}')).ok).toBe(false);
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('writes -0 as 0', () => {
    const copy = snapshot([-0, { a: -0 }]);
    expect(copy).toEqual(taken([0, { a: 0 }]));
  });

  it('asks a proxy once for each of its keys, and never for a value', () => {
    const asked: string[] = [];
    const answers = new Proxy(
      { a: 1, b: 2 },
      {
        get: (target, name, receiver): unknown => {
          asked.push(`get ${String(name)}`);
          return Reflect.get(target, name, receiver);
        },
        ownKeys: (target) => {
          asked.push('keys');
          return Reflect.ownKeys(target);
        },
        getOwnPropertyDescriptor: (target, name) => {
          asked.push(`descriptor ${String(name)}`);
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      },
    );
    expect(snapshot(answers)).toEqual(taken({ a: 1, b: 2 }));
    expect(asked).toEqual(['keys', 'descriptor a', 'descriptor b']);
  });

  it('takes the first answer of a proxy that answers differently each time', () => {
    let count = 0;
    const value = new Proxy(
      {},
      {
        ownKeys: () => ['count'],
        getOwnPropertyDescriptor: () => ({
          value: (count += 1),
          configurable: true,
          enumerable: true,
        }),
      },
    );
    expect(snapshot(value)).toEqual(taken({ count: 1 }));
    expect(count).toBe(1);
  });

  it('refuses a getter also when `Object.prototype` was given a `value`', () => {
    const prototype = Object.prototype as { value?: unknown };
    prototype.value = 'polluted';
    try {
      expect(
        snapshot({
          get a() {
            return 1;
          },
        }),
      ).toEqual({ ok: false, rule: 'accessor' });
    } finally {
      delete prototype.value;
    }
  });

  it('takes 64 levels and refuses 65', () => {
    expect(snapshot(nested(64)).ok).toBe(true);
    expect(snapshot(nested(65))).toEqual({ ok: false, rule: 'too_deep' });
  });

  it('takes 100,000 nodes and refuses one more, shared ones counted each time', () => {
    const numbers = Array.from({ length: 99_999 }, () => 0);
    expect(snapshot(numbers).ok).toBe(true);
    expect(snapshot([...numbers, 0])).toEqual({ ok: false, rule: 'too_many_nodes' });
    const laughs = [0, 1, 2, 3, 4, 5, 6].reduce<unknown>(
      (inner) => Array.from({ length: 10 }, () => inner),
      'ha',
    );
    expect(snapshot(laughs)).toEqual({ ok: false, rule: 'too_many_nodes' });
  });

  it('refuses an endless array without listing its keys', () => {
    const listed: unknown[] = [];
    const endless = new Proxy([], {
      getOwnPropertyDescriptor: () => ({ value: 100_001, writable: true }),
      ownKeys: (target) => {
        listed.push(target);
        return Reflect.ownKeys(target);
      },
    });
    expect(snapshot(endless)).toEqual({ ok: false, rule: 'too_many_nodes' });
    expect(listed).toEqual([]);
  });

  it.each([
    ['plain text', 'a'.repeat(1_048_574), 'a'],
    ['text of two bytes a character', 'é'.repeat(524_287), 'é'],
    ['text of four bytes a character', '😀'.repeat(262_143) + 'é', 'a'],
    ['text that JSON escapes', '\u0001'.repeat(174_762) + 'aa', 'a'],
  ])('takes 1 MiB of JSON and refuses more: %s', (_, value, more) => {
    expect(Buffer.byteLength(JSON.stringify(value))).toBe(1_048_576);
    expect(snapshot(value).ok).toBe(true);
    expect(snapshot(value + more)).toEqual({ ok: false, rule: 'too_large' });
  });

  it('counts keys, brackets and commas', () => {
    const value = { a: [1, true, false, null], 'é"': {}, c: [], d: -1.5e-7 };
    const maxBytes = Buffer.byteLength(JSON.stringify(value));
    expect(snapshot(value, limits({ maxBytes })).ok).toBe(true);
    expect(snapshot(value, limits({ maxBytes: maxBytes - 1 }))).toEqual({
      ok: false,
      rule: 'too_large',
    });
  });

  it('has limits that cannot be changed', () => {
    expect(ARGUMENT_LIMITS).toEqual({ maxDepth: 64, maxNodes: 100_000, maxBytes: 1_048_576 });
    expect(Object.isFrozen(ARGUMENT_LIMITS)).toBe(true);
  });
});
