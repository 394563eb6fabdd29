import type { Disclosure, PendingView } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { outcomeToWire, previewToWire } from '../src/wire.js';

const disclosure: Disclosure = {
  text: 'text',
  digest: 'd',
  fields: {
    effect: 'e',
    capability: 'c',
    target: 't',
    arguments: '{}',
    sideEffect: 's',
    network: 'n',
    provenance: [],
    asker: 'a',
    occasion: 'o',
    consequence: 'q',
  },
};

/** Every key in a document, however deep. */
const keysOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
    : [];

describe('wire', () => {
  it('writes an outcome in the names of the wire, and no field that is not known', () => {
    expect(
      outcomeToWire({ outcome: 'completed', event: 'e', result: 1, trust: 'tool' }, undefined),
    ).toEqual({
      outcome: 'completed',
      event: 'e',
      result: 1,
      trust: 'tool',
    });
    expect(
      outcomeToWire(
        {
          outcome: 'rejected',
          event: 'e',
          stage: 'policy',
          code: 'not_admitted',
          reason: 'r',
          recorded: true,
          note: 'n',
        },
        1.5,
      ),
    ).toEqual({
      outcome: 'rejected',
      event: 'e',
      stage: 'policy',
      code: 'not_admitted',
      reason: 'r',
      recorded: true,
      note: 'n',
      duration_ms: 1.5,
    });
    expect(
      outcomeToWire({ outcome: 'unknown', event: 'e', stage: 'execute', code: 'timed_out' }, 1),
    ).toEqual({
      outcome: 'unknown',
      event: 'e',
      stage: 'execute',
      code: 'timed_out',
      duration_ms: 1,
    });
  });

  it('writes a pending proposal with its disclosure, byte for byte', () => {
    const pending: PendingView = { id: 'p', state: 'open', expiresAt: 0, disclosure };
    const wire = outcomeToWire(
      { outcome: 'pending', event: 'e', stage: 'confirm', code: 'confirmation_required', pending },
      1,
    );
    expect(wire).toMatchObject({
      pending: {
        id: 'p',
        state: 'open',
        expires_at: '1970-01-01T00:00:00.000Z',
        disclosure: { text: 'text', digest: 'd' },
      },
    });
    expect(keysOf(wire).every((key) => /^[a-z_\d]+$/.test(key))).toBe(true);
  });

  it('writes a preview', () => {
    const wire = previewToWire({
      decision: 'ask',
      ruling: 'ask',
      structural: true,
      disclosure,
    });
    expect(wire).toMatchObject({
      decision: 'ask',
      ruling: 'ask',
      structural: true,
      disclosure: { fields: { side_effect: 's' } },
    });
    expect(keysOf(wire).every((key) => /^[a-z_\d]+$/.test(key))).toBe(true);
    expect(previewToWire({ decision: 'execute' })).toEqual({ decision: 'execute' });
  });
});
