import { isDeepStrictEqual } from 'node:util';
import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { fingerprint } from '../../src/confirmation/fingerprint.js';
import type { StoredRequest } from '../../src/confirmation/pending.js';
import type { Json } from '../../src/internal/json.js';
import { gluing, request } from './pendings.js';

/** The same data with its keys put in in another order. */
function turned(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(turned);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, turned(part)] as const)
      .reverse(),
  );
}

const TEXTS = ['capability', 'contractDigest', 'principal', 'occasion', 'target'] as const;

describe('fingerprint', () => {
  test.prop([request, request])(
    'A02 for every two requests: one hash exactly when they are the same request',
    (one, other) => {
      expect(fingerprint(one) === fingerprint(other)).toBe(isDeepStrictEqual(one, other));
    },
  );

  test.prop([request, gluing, gluing, fc.constantFrom(...TEXTS), fc.constantFrom(...TEXTS)])(
    'A02 for every two neighbouring fields: text moved from one to the other is another request',
    (base, left, right, one, other) => {
      fc.pre(one !== other && right !== '');
      const before = { ...base, [one]: left + right, [other]: left } as StoredRequest;
      const after = { ...base, [one]: left, [other]: right + left } as StoredRequest;
      expect(fingerprint(after)).not.toBe(fingerprint(before));
    },
  );

  test.prop([request])(
    'S3-177 for every request: the order of keys is irrelevant, at any depth',
    (base) => {
      const entries = Object.entries({ ...base, args: turned(base.args) }).reverse();
      expect(fingerprint(Object.fromEntries(entries) as unknown as StoredRequest)).toBe(
        fingerprint(base),
      );
    },
  );

  test.prop([request, request])(
    'S3-177 for every request and any one of its values: another value is another hash',
    (base, other) => {
      for (const key of Object.keys(base) as (keyof StoredRequest)[]) {
        const changed = { ...base, [key]: other[key] ?? base[key] };
        expect(fingerprint(changed) === fingerprint(base)).toBe(isDeepStrictEqual(changed, base));
      }
    },
  );

  test.prop([request])(
    'for every request: 64 lower-case hex digits, the same each time',
    (base) => {
      expect(fingerprint(base)).toMatch(/^[0-9a-f]{64}$/);
      expect(fingerprint(structuredClone(base))).toBe(fingerprint(base));
    },
  );
});
