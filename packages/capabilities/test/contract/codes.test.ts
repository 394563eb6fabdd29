import { describe, expect, it } from 'vitest';
import { REJECTION_CODES, STAGES } from '../../src/contract/codes.js';

describe('codes', () => {
  it('names the five stages that can refuse, in their order, and the record after them', () => {
    expect(STAGES).toEqual(['resolve', 'validate', 'policy', 'confirm', 'execute']);
    expect(Object.keys(REJECTION_CODES)).toEqual([...STAGES, 'audit']);
    expect(Object.isFrozen(STAGES) && Object.isFrozen(REJECTION_CODES)).toBe(true);
  });

  it.each(Object.entries(REJECTION_CODES))(
    'of %s: each once, in lower case, frozen',
    (_, codes) => {
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([]);
      expect(Object.isFrozen(codes)).toBe(true);
    },
  );

  it('every stage has a code for its own failure', () => {
    for (const stage of STAGES) expect(REJECTION_CODES[stage]).toContain('stage_failed');
    expect(REJECTION_CODES.audit).toEqual(['audit_failed']);
  });
});
