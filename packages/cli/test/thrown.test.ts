import { describe, expect, it } from 'vitest';
import { errorName, framesOf, isDebugging, systemReason, wholeOf } from '../src/thrown.js';

describe('errorName', () => {
  it('names the kind and code, and nothing of what it says', () => {
    expect(errorName(new TypeError('hunter2'))).toBe('TypeError');
    expect(errorName(Object.assign(new Error('hunter2'), { code: 'ERR_MODULE_NOT_FOUND' }))).toBe(
      'Error (ERR_MODULE_NOT_FOUND)',
    );
    expect(errorName(Object.assign(new Error('x'), { name: 'hunter2', code: 'hunter2' }))).toBe(
      'Error',
    );
    expect(errorName('hunter2')).toBe('something that is no error');
  });
});

describe('framesOf', () => {
  it('gives the places, without the message', () => {
    const frames = framesOf(new Error('hunter2\n    at hunter2 (hunter2:1:1)'));
    expect(frames[0]).toContain('thrown.test.ts');
    expect(frames.join()).not.toContain('hunter2');
  });

  it('gives nothing where the message cannot be told apart', () => {
    for (const message of ['after', ''])
      expect(
        framesOf(Object.assign(new Error(message), { stack: 'Error: before\n    at hunter2' })),
      ).toEqual([]);
    expect(framesOf('no error')).toEqual([]);
    const hostile = new Error('x');
    Object.defineProperty(hostile, 'stack', {
      get: () => {
        throw new Error('hunter2');
      },
    });
    expect(framesOf(hostile)).toEqual([]);
  });
});

describe('wholeOf', () => {
  it('gives what an error said, and where it was thrown', () => {
    expect(wholeOf(new Error('said'))).toMatch(/^Error: said\n {4}at .*thrown\.test\.ts/);
    expect(wholeOf('said')).toBe('something that is no error');
  });
});

describe('systemReason', () => {
  it('gives the word of a failed system call, and of nothing else', () => {
    expect(systemReason({ code: 'EACCES', syscall: 'open' })).toBe('EACCES');
    expect(systemReason({ code: 'EACCES' })).toBeUndefined();
    expect(systemReason({ code: 'hunter2', syscall: 'open' })).toBeUndefined();
    expect(systemReason(undefined)).toBeUndefined();
  });
});

describe('isDebugging', () => {
  it('is asked for by 1 alone', () => {
    expect([{ SOVEREIGN_DEBUG: '1' }, { SOVEREIGN_DEBUG: '0' }, {}].map(isDebugging)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
