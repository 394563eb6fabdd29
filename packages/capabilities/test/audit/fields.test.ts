import { describe, expect, it } from 'vitest';
import {
  CLOSED,
  isHash,
  isSeq,
  isWriter,
  own,
  readId,
  readInteger,
  readMilliseconds,
  readTime,
  readWord,
} from '../../src/audit/fields.js';

describe('readers of fields', () => {
  it('S1-123: take a time only as ISO 8601 in UTC with milliseconds', () => {
    expect(readTime('2026-01-02T03:04:05.678Z')).toBe('2026-01-02T03:04:05.678Z');
    for (const other of [
      '2026-01-02',
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04:05.678+01:00',
      '2026-01-02T03:04:05.678Z\n',
      1,
      new Date(),
    ])
      expect(readTime(other)).toBeUndefined();
  });

  it('take an id only as a UUID in lower case', () => {
    expect(readId('0123abcd-0000-4000-8000-0123456789ab')).toBeDefined();
    for (const other of [
      '0123ABCD-0000-4000-8000-0123456789ab',
      '0123abcd00004000800000123456789ab',
      `0123abcd-0000-4000-8000-0123456789ab\n`,
      'x',
      1,
    ])
      expect(readId(other)).toBeUndefined();
  });

  it('S1-131: take a code or reason only as a lower-case word, never a message', () => {
    for (const word of ['timed_out', 'a', 'pihole-auth', 'x'.repeat(128)])
      expect(readWord(word)).toBe(word);
    for (const other of [
      'Timed out',
      'ENOENT',
      'a b',
      'a:b',
      'a.b',
      '1a',
      '',
      'x'.repeat(129),
      null,
    ])
      expect(readWord(other)).toBeUndefined();
  });

  it('S1-127: take sizes and versions only as whole numbers that are safe', () => {
    expect([readInteger(0, 0), readInteger(1, 1), readInteger(Number.MAX_SAFE_INTEGER, 0)]).toEqual(
      [0, 1, Number.MAX_SAFE_INTEGER],
    );
    expect(Object.is(readInteger(-0, 0), 0)).toBe(true);
    for (const other of [-1, 0.5, 2 ** 53, Infinity, Number.NaN, '1', 1n])
      expect(readInteger(other, 0)).toBeUndefined();
    expect(readInteger(0, 1)).toBeUndefined();
  });

  it('S1-128: take a duration only when it is no less than nothing, to the microsecond', () => {
    expect([
      readMilliseconds(0.0004),
      readMilliseconds(0.0005),
      readMilliseconds(1e13 + 0.5),
    ]).toEqual([0, 0.001, 1e13 + 0.5]);
    for (const other of [-1, Number.NaN, Infinity, '1'])
      expect(readMilliseconds(other)).toBeUndefined();
  });

  it('S1-125: take no word that only a prototype knows', () => {
    for (const table of Object.values(CLOSED))
      for (const word of ['constructor', '__proto__', 'toString', '', undefined])
        expect(table.get(word)).toBeUndefined();
  });

  it('know writers, hashes and numbers of a chain', () => {
    expect(['w', 'jsonl:0-1', 'x'.repeat(46)].every(isWriter)).toBe(true);
    expect(['', 'a b', 'x'.repeat(47), 'é', 1].some(isWriter)).toBe(false);
    expect([isHash('a'.repeat(64)), isHash('A'.repeat(64)), isHash('a'.repeat(63))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isSeq(1), isSeq(0), isSeq(1.5), isSeq('1')]).toEqual([true, false, false, false]);
  });

  it('ask no prototype', () => {
    expect([
      own({ a: 1 }, 'a'),
      own(Object.create({ a: 1 }) as object, 'a'),
      own({}, 'toString'),
    ]).toEqual([1, undefined, undefined]);
  });
});
