import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { Json } from '../../src/internal/json.js';
import { ARGUMENT_LIMITS, isOfData, ownKeys, snapshot } from '../../src/internal/snapshot.js';
import { anyText, json, key, taken } from './json-values.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const parts = (value: unknown): unknown[] =>
  isObject(value) ? [value, ...Object.values(value).flatMap(parts)] : [value];

const depthOf = (value: unknown): number =>
  isObject(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** Code of somebody else: it counts whenever any of it runs. */
interface Foreign {
  ran: number;
}

const foreign: Foreign = { ran: 0 };
const run = (): never => {
  foreign.ran += 1;
  throw new Error('foreign code ran');
};

/** Values made to be read wrongly: what they hold runs when anything but its descriptor is looked at. */
const trapped = fc.letrec<{ value: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
    anyText,
    fc.constantFrom(undefined, run, Symbol.iterator, 1n, -0, Number.NaN),
  ),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.dictionary(fc.oneof(anyText, fc.constant('__proto__')), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.tuple(key, tie('value')).map(([name, value]) =>
      Object.defineProperty({ value }, name, {
        get: run,
        set: run,
        enumerable: true,
        configurable: true,
      }),
    ),
    tie('value').map((value) => ({
      value,
      toJSON: run,
      valueOf: run,
      toString: run,
      [Symbol.toPrimitive]: run,
    })),
    tie('value').map((value) =>
      Object.assign([value], { [Symbol.iterator]: run, toJSON: run, map: run }),
    ),
    tie('value').map((value) =>
      Object.create({
        value,
        get approved() {
          return run();
        },
      }),
    ),
    tie('value').map((value) => {
      const circle: { value: unknown; self?: unknown } = { value };
      circle.self = [circle];
      return circle;
    }),
    fc.tuple(tie('value'), fc.integer({ min: 60, max: 70 })).map(([value, levels]) => {
      let deep = value;
      for (let level = 0; level < levels; level += 1) deep = { deep };
      return deep;
    }),
  ),
})).value;

/**
 * Puts a value behind a proxy whose traps lie, throw, or throw what throws when it is looked at.
 * Made inside the law: fast-check itself looks at what it hands over.
 */
function hostile(value: unknown, other: unknown, kind: number): unknown {
  const target: object = isObject(value) ? value : [value];
  const fail = (): never => {
    throw kind % 2 === 0 ? other : new Proxy({}, { getPrototypeOf: fail, get: fail, has: fail });
  };
  const { proxy, revoke } = Proxy.revocable(target, {});
  switch (kind) {
    case 0:
    case 1:
      return new Proxy(target, { ownKeys: fail });
    case 2:
    case 3:
      return new Proxy(target, { getOwnPropertyDescriptor: fail });
    case 4:
      return new Proxy(target, { getPrototypeOf: fail });
    case 5:
      return new Proxy(target, { get: fail, has: fail, set: fail, apply: fail });
    case 6:
      return new Proxy(target, {
        getOwnPropertyDescriptor: () => ({ value: other, configurable: true, writable: true }),
      });
    case 7:
      return new Proxy(target, { ownKeys: () => ['length', 'a', 'b'] });
    case 8:
      return new Proxy(target, { getPrototypeOf: () => Array.prototype });
    default:
      revoke();
      return proxy;
  }
}

describe('snapshot', () => {
  test.prop([json])(
    'for every JSON value: the copy is the same data, another tree, frozen through and through',
    (value) => {
      const copy = snapshot(value);
      expect(copy).toEqual(taken(value));
      const own = copy.ok ? parts(copy.value) : [];
      expect(own.every((part) => Object.isFrozen(part))).toBe(true);
      const given = new Set(parts(value).filter(isObject));
      expect(own.filter(isObject).some((part) => given.has(part))).toBe(false);
    },
  );

  test.prop([json])('for every JSON value: a copy of the copy is the copy', (value) => {
    const copy = snapshot(value);
    expect(copy.ok && snapshot(copy.value)).toEqual(copy);
  });

  test.prop([json])(
    'for every JSON value: whatever is done to the source later changes nothing',
    (value) => {
      const source = structuredClone(value);
      const copy = snapshot(source);
      for (const part of parts(source).filter(isObject)) {
        for (const name of Object.keys(part)) Reflect.set(part, name, 'changed');
        Reflect.set(part, 'added', 'later');
        Object.setPrototypeOf(part, { approved: true });
      }
      expect(copy).toEqual(taken(value));
    },
  );

  test.prop([json])(
    'for every JSON value: the limits are exact, in bytes, nodes and depth',
    (value: Json) => {
      const exact = {
        maxBytes: Buffer.byteLength(JSON.stringify(value)),
        maxNodes: parts(value).length,
        maxDepth: depthOf(value),
      };
      expect(snapshot(value, exact).ok).toBe(true);
      const less = (limit: keyof typeof exact) =>
        snapshot(value, { ...ARGUMENT_LIMITS, [limit]: exact[limit] - 1 });
      expect(less('maxBytes')).toEqual({ ok: false, rule: 'too_large' });
      expect(less('maxNodes')).toEqual({ ok: false, rule: 'too_many_nodes' });
      if (exact.maxDepth > 0) expect(less('maxDepth')).toEqual({ ok: false, rule: 'too_deep' });
    },
  );

  test.prop([trapped])(
    'for every value: nothing is thrown, and no code of the value runs',
    (value) => {
      foreign.ran = 0;
      const copy = snapshot(value);
      expect(foreign.ran).toBe(0);
      if (copy.ok) expect(JSON.parse(JSON.stringify(copy.value))).toEqual(copy.value);
      else expect(copy.rule).toMatch(/^[a-z_]+$/);
    },
  );

  test.prop([trapped, trapped, fc.nat(9), fc.boolean()])(
    'for every value behind a proxy: nothing is thrown, and what is taken is plain data',
    (value, other, kind, inside) => {
      foreign.ran = 0;
      const proxy = hostile(value, other, kind);
      const copy = snapshot(inside ? { a: [proxy] } : proxy);
      expect(foreign.ran).toBe(0);
      if (copy.ok) expect(snapshot(copy.value)).toEqual(copy);
      else expect(copy.rule).toMatch(/^[a-z_]+$/);
    },
  );

  test.prop([anyText])(
    'for every text: it is taken exactly when no half of a surrogate pair stands alone',
    (text) => {
      const wellFormed = !/\p{Cs}/u.test(text);
      expect(snapshot(text).ok).toBe(wellFormed);
      expect(snapshot({ [`k${text}`]: 1 }).ok).toBe(wellFormed);
    },
  );
});

test.prop([
  fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withTypedArray: true }),
  fc.array(fc.tuple(fc.oneof(fc.string(), fc.string().map(Symbol)), fc.boolean())),
])(
  'for every object, its hidden and symbol keys too: lists the own keys as Reflect.ownKeys does, of a proxy as well',
  (value, added) => {
    const target = isObject(value) ? value : {};
    for (const [name, enumerable] of added)
      if (Object.isExtensible(target) && !Object.hasOwn(target, name))
        Reflect.defineProperty(target, name, { value: 1, enumerable }); // bytes take no such index
    expect(ownKeys(target)).toEqual(Reflect.ownKeys(target));
    expect(ownKeys(new Proxy(target, {}))).toEqual(Reflect.ownKeys(target));
  },
);

describe('isOfData', () => {
  const described = (attributes: PropertyDescriptor) =>
    Object.getOwnPropertyDescriptor(Object.defineProperty({}, 'a', attributes), 'a');

  test.prop([fc.subarray(['get', 'value'] as const)])(
    'for every pollution of Object.prototype: tells data from accessors',
    (polluted) => {
      const data = described({ value: 1 });
      const accessors = [described({ get: () => 1 }), described({ set: () => undefined })];
      const prototype = Object.prototype as unknown as Record<string, unknown>;
      const told: boolean[] = [];
      for (const name of polluted) prototype[name] = () => 1;
      try {
        for (const one of [data, ...accessors, undefined]) told.push(isOfData(one));
      } finally {
        for (const name of polluted) delete prototype[name];
      }
      expect(told).toEqual([true, false, false, false]);
    },
  );
});
