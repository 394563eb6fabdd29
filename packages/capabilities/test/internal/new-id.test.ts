import { describe, expect, it } from 'vitest';
import { newId } from '../../src/internal/new-id.js';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('newId', () => {
  // More than are drawn at once, several times over.
  const ids = Array.from({ length: 2_000 }, newId);

  it('draws UUIDs of version 4', () => {
    for (const id of ids) expect(id).toMatch(UUID_V4);
  });

  it('draws none twice', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves nothing but the version to be foreseen: every other digit takes every value', () => {
    for (let at = 0; at < 36; at += 1) {
      const values = new Set(ids.map((id) => id[at]));
      const fixed = [8, 13, 14, 18, 23].includes(at) ? 1 : at === 19 ? 4 : 16;
      expect(values.size, `digit ${at}`).toBe(fixed);
    }
  });
});
