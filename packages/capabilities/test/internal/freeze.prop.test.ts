import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { deepFreeze } from '../../src/internal/freeze.js';
import { json } from './json-values.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const parts = (value: unknown): unknown[] =>
  isObject(value) ? [value, ...Object.values(value).flatMap(parts)] : [value];

describe('deepFreeze', () => {
  test.prop([json])(
    'for every tree: each part is frozen, and nothing else about it changed',
    (value) => {
      const tree = structuredClone(value);
      deepFreeze(tree);
      expect(parts(tree).every((part) => Object.isFrozen(part))).toBe(true);
      expect(tree).toEqual(value);
    },
  );
});
