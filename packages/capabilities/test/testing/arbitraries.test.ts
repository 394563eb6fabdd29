import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as arbitraries from '../../src/testing/arbitraries.js';

it('arbitraries › are all that needs fast-check: the kit itself loads without it', () => {
  expect(Object.keys(arbitraries).sort()).toEqual(['nearValidValues', 'validValues']);
  const kit = readFileSync(new URL('../../src/testing/index.ts', import.meta.url), 'utf8');
  expect(kit).not.toMatch(/schema-|fast-check/);
});
