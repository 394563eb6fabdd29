import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';
import type { Json } from '../../src/internal/json.js';
import { snapshot } from '../../src/internal/snapshot.js';

const ROOT = join(import.meta.dirname, '../../../..');
const CORPORA = process.env['SOVEREIGN_CORPORA'] ?? join(ROOT, '../shared/data');

const textOf = (path: string): string => readFileSync(join(CORPORA, path), 'utf8');

function suite(folder: string, claim: string, run: () => void): void {
  const isThere = existsSync(join(CORPORA, folder));
  it.skipIf(!isThere)(isThere ? claim : `${claim} (skipped: no corpus ${folder})`, run);
}

interface Vector {
  readonly name: string;
  readonly input: string;
  readonly expected_utf8: string;
}

/** The number with these bits. */
function numberOf(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

describe('canonicalJson', () => {
  suite('jcs-rfc8785', 'bar-09: writes the published pairs byte for byte', () => {
    const vectors = JSON.parse(textOf('jcs-rfc8785/vectors.json')) as readonly Vector[];
    const written = vectors.map(({ name, input }) => [
      name,
      canonicalJson(JSON.parse(input) as Json),
    ]);
    expect(written).toEqual(vectors.map(({ name, expected_utf8 }) => [name, expected_utf8]));
    expect(vectors.length).toBe(6);
  });

  suite('jcs-rfc8785', 'bar-09: writes the published numbers as they are written there', () => {
    const lines = textOf('jcs-rfc8785/es6-numbers-first1000.csv').trim().split('\n');
    const wrong = lines.filter((line) => {
      const [hex = '', expected] = line.split(',');
      return canonicalJson(numberOf(hex)) !== expected;
    });
    expect(wrong).toEqual([]);
    expect(lines.length).toBe(1_000);
  });

  suite('jcs-rfc8785', 'bar-09: a snapshot changes nothing of what is written', () => {
    const vectors = JSON.parse(textOf('jcs-rfc8785/vectors.json')) as readonly Vector[];
    for (const { input, expected_utf8 } of vectors) {
      const copy = snapshot(JSON.parse(input));
      expect(copy.ok && canonicalJson(copy.value)).toBe(expected_utf8);
    }
  });
});
