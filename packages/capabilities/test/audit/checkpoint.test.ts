import { describe, expect, it } from 'vitest';
import { checkpointSubject, readCheckpoint } from '../../src/audit/checkpoint.js';
import { isSafeText } from '../../src/audit/safe-text.js';

describe('checkpoint subjects', () => {
  const longest = { writer: 'x'.repeat(46), seq: Number.MAX_SAFE_INTEGER, hash: 'a'.repeat(64) };

  it('read back as the place they name, and fit into an event at their longest', () => {
    for (const place of [longest, { writer: 'pg:host@1/2', seq: 1, hash: '0'.repeat(64) }]) {
      const subject = checkpointSubject(place);
      expect(readCheckpoint(subject)).toEqual(place);
      expect(isSafeText(subject)).toBe(true);
    }
  });

  it('give nothing when they are none', () => {
    for (const subject of [
      undefined,
      '',
      'w@1',
      `w@0/${'a'.repeat(64)}`,
      `w@9999999999999999/${'a'.repeat(64)}`,
      `@1/${'a'.repeat(64)}`,
    ])
      expect(readCheckpoint(subject)).toBeUndefined();
  });
});
