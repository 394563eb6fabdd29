import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { TargetKind } from '../../src/contract/classification.js';
import { canonicalTarget } from '../../src/contract/target.js';
import { anyText, text } from '../internal/json-values.js';

const kind = fc.constantFrom<TargetKind>('path', 'host', 'name');
const segment = fc.oneof(
  fc.constantFrom('', '.', '..', '...', 'a', 'B', '%2e', '*'),
  fc.string({ maxLength: 4 }),
);
const path = fc.array(segment).map((segments) => `/${segments.join('/')}`);
const host = fc.oneof(
  fc.domain(),
  fc.ipV4Extended(),
  fc.ipV6().map((address) => `[${address}]`),
  fc
    .array(
      fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', 'ß', 'é', '。', 'ａ', '\u00ad', 'x') }),
      { minLength: 1, maxLength: 4 },
    )
    .map((labels) => labels.join('.')),
);
const target = fc.oneof(path, host, text, anyText);

describe('canonicalTarget', () => {
  test.prop([kind, target])('for every target: canonical twice is canonical once', (of, any) => {
    const canonical = canonicalTarget(of, any);
    if (canonical !== undefined) expect(canonicalTarget(of, canonical)).toBe(canonical);
    expect(canonical).not.toBe('');
  });

  test.prop([path])(
    'for every path: what is canonical is absolute and has no segment to resolve',
    (any) => {
      const canonical = canonicalTarget('path', any);
      if (canonical === undefined || canonical === '/') return;
      const [root, ...segments] = canonical.split('/');
      expect(root).toBe('');
      expect(segments.filter((one) => one === '' || one === '.' || one === '..')).toEqual([]);
    },
  );

  test.prop([path, fc.constantFrom('/', '/.', '//', '/a/..', '/./')])(
    'for every path: a way round leads to the same target',
    (any, round) => {
      const canonical = canonicalTarget('path', any);
      fc.pre(canonical !== undefined);
      expect(canonicalTarget('path', any + round)).toBe(canonical);
      expect(canonicalTarget('path', `/b/..${any}`)).toBe(canonical);
    },
  );

  test.prop([host])(
    'for every host: what is canonical is lower-case ASCII that a URL takes as it is',
    (any) => {
      const canonical = canonicalTarget('host', any);
      if (canonical === undefined) return;
      expect(canonical).toMatch(/^[!-~]+$/);
      expect(canonical).toBe(canonical.toLowerCase());
      expect(canonical.endsWith('.')).toBe(false);
      expect(new URL(`http://${canonical}/`).hostname).toBe(canonical);
    },
  );

  test.prop([kind, target])(
    'for every target: none holds a control character or a line end',
    (of, any) => {
      expect(canonicalTarget(of, any) ?? '').not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    },
  );
});
