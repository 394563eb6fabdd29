import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';
import { snapshot } from '../../src/internal/snapshot.js';
import { taken } from './json-values.js';

const ROOT = join(import.meta.dirname, '../../../..');
const CORPORA = process.env['SOVEREIGN_CORPORA'] ?? join(ROOT, '../shared/data');

const read = (path: string): unknown => JSON.parse(readFileSync(join(CORPORA, path), 'utf8'));

function suite(folder: string, claim: string, run: () => void): void {
  const isThere = existsSync(join(CORPORA, folder));
  it.skipIf(!isThere)(isThere ? claim : `${claim} (skipped: no corpus ${folder})`, run);
}

const prototypeKeys = (): readonly PropertyKey[] => Reflect.ownKeys(Object.prototype);

/** Whether an object holds an own `__proto__` anywhere. */
const holdsProto = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(holdsProto));

describe('snapshot', () => {
  suite(
    'prototype-pollution',
    'C10 bar-20: refuses every own `__proto__`, and takes the rest as inert data',
    () => {
      const before = prototypeKeys();
      const texts = read('prototype-pollution/json_payloads.json') as readonly {
        readonly json: string;
        readonly parses: boolean;
      }[];
      let refused = 0;
      for (const { json } of texts.filter(({ parses }) => parses)) {
        const value = JSON.parse(json) as unknown;
        const copy = snapshot(value);
        if (holdsProto(value)) {
          refused += 1;
          expect(copy).toEqual({ ok: false, rule: 'proto_key' });
        } else {
          expect(copy.ok && JSON.parse(canonicalJson(copy.value))).toEqual(value);
        }
      }
      expect(prototypeKeys()).toEqual(before);
      expect(texts.length).toBe(52);
      expect(refused).toBeGreaterThan(10);
    },
  );

  suite(
    'prototype-pollution',
    'C10 bar-20: a key path as a key or value is text and nothing else',
    () => {
      const before = prototypeKeys();
      const paths = (
        read('prototype-pollution/string_payloads.json') as readonly unknown[]
      ).flatMap((one) =>
        typeof one === 'string'
          ? [one]
          : Object.values(one as object).filter((part) => typeof part === 'string'),
      );
      for (const path of paths) {
        const value = { [path]: path, list: [path] };
        expect(snapshot(value)).toEqual(
          path === '__proto__' ? { ok: false, rule: 'proto_key' } : taken(value),
        );
      }
      expect(prototypeKeys()).toEqual(before);
      expect(paths.length).toBeGreaterThanOrEqual(20);
    },
  );
});
