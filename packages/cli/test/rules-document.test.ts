import { describe, expect, it } from 'vitest';
import { readRevision, readRulesDocument } from '../src/rules-document.js';

describe('readRulesDocument', () => {
  it('reads what an export says of itself', () => {
    expect(readRulesDocument({ revision: 0, rules: [] })).toEqual({ revision: 0, rules: [] });
  });

  it.each([
    [[]],
    [null],
    ['x'],
    [{ rules: [] }],
    [{ revision: 1 }],
    [{ revision: -1, rules: [] }],
    [{ revision: '1', rules: [] }],
    [{ revision: 1, rules: [], more: 1 }],
  ])('takes anything else for the rules themselves: %j', (document) => {
    expect(readRulesDocument(document)).toEqual({ rules: document });
  });
});

describe('readRevision', () => {
  it('reads a revision, and refuses what is none', () => {
    expect(readRevision('0')).toBe(0);
    expect(readRevision('17')).toBe(17);
    for (const typed of ['', '-1', '1.5', 'x', '1e3', '9'.repeat(16)])
      expect(() => readRevision(typed)).toThrow('--from');
  });
});
