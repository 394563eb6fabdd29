import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readDraft, readScope } from '../../src/grants/read-draft.js';

const DRAFT = {
  scope: { capability: 'files.read@1', target: '/a', access: 'read' },
  durationMs: 60_000,
  operations: 3,
  reason: 'the disk is filling up',
  evidence: ['observation:17'],
  risk: 'reads names of files',
  mitigation: 'one folder only',
  fallback: 'tells the operator',
  alternatives: ['ask each time'],
};

describe('readDraft', () => {
  it('reads a request that says everything', () => {
    expect(readDraft(DRAFT)).toEqual({ ok: true, value: DRAFT });
  });

  it.each([
    ['S3-230', 'scope'],
    ['S3-231', 'durationMs'],
    ['S3-232', 'operations'],
    ['S3-233', 'reason'],
    ['S3-234', 'evidence'],
    ['S3-235', 'risk'],
    ['S3-236', 'mitigation'],
    ['S3-237', 'fallback'],
    ['S3-238', 'alternatives'],
  ])('%s refuses one without its %s', (_row, field) => {
    const { [field]: _left, ...rest } = DRAFT as Record<string, unknown>;
    expect(readDraft(rest).ok).toBe(false);
    expect(readDraft({ ...rest, [field]: null }).ok).toBe(false);
  });

  // Each row by its own name, so that it is found.
  it('S3-230 S3-231 S3-232 S3-233 S3-234 S3-235 S3-236 S3-237 S3-238 every field is kept as it was written', () => {
    const read = readDraft(DRAFT);
    expect(read.ok && Object.keys(read.value).sort()).toEqual(Object.keys(DRAFT).sort());
  });

  it.each([
    [{ durationMs: 604_800_001 }, '/durationMs'],
    [{ operations: 0 }, '/operations'],
    [{ reason: '' }, '/reason'],
    [{ approve: true }, ''],
    [{ scope: { ...DRAFT.scope, args: {}, parameters: {} } }, '/scope/args'],
    [{ scope: { ...DRAFT.scope, access: 'both' } }, '/scope/access'],
  ])('refuses %j at %s', (parts, path) => {
    const read = readDraft({ ...DRAFT, ...parts });
    expect(read.ok ? [] : read.violations.map((one) => one.path)).toContainEqual(
      expect.stringMatching(path === '' ? /./ : new RegExp(`^${path}`)),
    );
  });

  test.prop([fc.anything()])('for every value: reading it gives an answer', (value) => {
    expect(typeof readDraft(value).ok).toBe('boolean');
    expect(typeof readScope(value).ok).toBe('boolean');
    expect(typeof readDraft({ ...DRAFT, scope: value }).ok).toBe('boolean');
  });
});
