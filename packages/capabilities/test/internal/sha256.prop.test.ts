import { test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { sha256Hex as native } from '../../src/internal/sha256.js';
import { anyText, text } from './json-values.js';

const getBuiltinModule = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
let portable: typeof native;

beforeAll(async () => {
  Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true });
  expect(process.getBuiltinModule).toBeUndefined();
  vi.resetModules();
  ({ sha256Hex: portable } = await import('../../src/internal/sha256.js'));
});

afterAll(() => {
  if (getBuiltinModule !== undefined)
    Object.defineProperty(process, 'getBuiltinModule', getBuiltinModule);
});

describe('sha256Hex', () => {
  test.prop([text, anyText])(
    'for every text: the native hash and the portable one agree',
    (wellFormed, any) => {
      for (const one of [wellFormed, any, wellFormed.repeat(40) + any]) {
        expect(portable(one)).toBe(native(one));
        expect(portable(one)).toMatch(/^[0-9a-f]{64}$/);
      }
    },
  );
});
