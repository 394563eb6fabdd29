import { describe, expect, test } from 'vitest';
import { acceptReady, accept, faultOf } from './accepting.js';

const slow = { type: 'string', pattern: '^(a+)+$', maxLength: 40 };

describe('the linear-time engine', () => {
  test('is not waited for where no pattern needs it', () => {
    expect(accept({ type: 'string', pattern: '^a+$', maxLength: 40 }).ready).toBeUndefined();
    expect(accept({ type: 'null' }).ready).toBeUndefined();
  });

  test('is loaded once, however often it is asked for', async () => {
    const { ready } = accept(slow);
    expect(ready).toBeDefined();
    expect(ready?.()).toBe(ready?.());
    await ready?.();
  });

  test('has to be ready before the first check: a check before that throws', async () => {
    const { check, violations, ready } = accept(slow);
    expect(faultOf(() => check('aaa'))).toContain('await `ready()` before the first check');
    expect(faultOf(() => violations('aaa'))).toContain('await `ready()` before the first check');
    await ready?.();
    expect(check('aaa')).toBe(true);
    expect(violations('aab')).toEqual([{ path: '', rule: 'pattern' }]);
  });

  test('decides what would hold up JavaScript for ages', async () => {
    const { check } = await acceptReady({ ...slow, maxLength: 4_096 });
    expect(check('a'.repeat(4_096))).toBe(true);
    expect(check(`${'a'.repeat(4_095)}!`)).toBe(false);
  });
});

describe('a pattern', () => {
  test('says nothing about what is no text', () => {
    const { check } = accept({ type: ['string', 'null'], pattern: '^a$', maxLength: 1 });
    expect([null, 'a'].every(check)).toBe(true);
    expect(check('b')).toBe(false);
  });

  test('is never run on a text longer than its bound, which fits anyway no more', () => {
    const { check, violations } = accept({ type: 'string', pattern: '^[^x]*$', maxLength: 3 });
    expect(check('😀😀😀')).toBe(true);
    expect(check('a'.repeat(1_000_000))).toBe(false);
    expect(violations('a'.repeat(1_000_000))).toEqual([
      { path: '', rule: 'pattern' },
      { path: '', rule: 'maxLength' },
    ]);
  });
});
