import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../src/database/statement-name.js';

describe('nameOf', () => {
  test.prop([fc.string(), fc.string()])(
    'for every two statements: one name exactly where they are one text',
    (one, other) => {
      expect(nameOf(one).name === nameOf(other).name).toBe(one === other);
      expect(nameOf(one)).toEqual({ ...nameOf(one), text: one });
    },
  );

  it('is the same in every process and version, and short enough for a server', () => {
    const { name } = nameOf('SELECT 1');
    expect(name).toBe('sovereign_e004ebd5b5532a4b85984a62f8ad48a8');
    expect(Buffer.byteLength(name)).toBeLessThan(64);
  });
});
