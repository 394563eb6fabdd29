import { describe, expect, test } from 'vitest';
import { MAX_VIOLATIONS } from '../../../src/contract/schema/violations.js';
import { accept } from './accepting.js';

describe('violations', () => {
  test('C06 name path and rule, never the value', () => {
    const { violations } = accept({
      type: 'object',
      properties: {
        unit: { type: 'string', enum: ['C', 'F'] },
        at: { type: 'string', format: 'date' },
      },
      required: ['unit'],
    });
    const found = violations({ unit: 'hunter2', at: 'hunter2', hunter2: 'hunter2' });
    expect(found).toEqual([
      { path: '/unit', rule: 'enum' },
      { path: '/at', rule: 'format' },
      { path: '/*', rule: 'additionalProperties' },
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  test('are none for a value that fits', () => {
    expect(accept({ type: 'null' }).violations(null)).toEqual([]);
  });

  test('are at most twenty', () => {
    const { violations } = accept({ type: 'array', items: { type: 'null' }, maxItems: 5_000 });
    const found = violations(Array(5_000).fill(1));
    expect(found).toHaveLength(MAX_VIOLATIONS);
    expect(found[19]).toEqual({ path: '/19', rule: 'type' });
    const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const wide = accept({ type: 'object', additionalProperties: true, required: names });
    expect(wide.violations({})).toHaveLength(MAX_VIOLATIONS);
  });

  test('cannot be written to', () => {
    const found = accept({ type: 'null' }).violations(1);
    expect(Object.isFrozen(found)).toBe(true);
    expect(found.every(Object.isFrozen)).toBe(true);
  });

  test('of a value that costs too much to check say so', () => {
    const { check, violations } = accept({
      type: 'object',
      anyOf: ['x', 'y'].map((name) => ({
        type: 'object',
        properties: { c: { $ref: '#' }, [name]: { type: 'null' } },
      })),
    });
    let hostile: unknown = 'leaf';
    for (let level = 0; level < 60; level += 1) hostile = { c: hostile };
    const started = performance.now();
    expect(check(hostile)).toBe(false);
    expect(violations(hostile)).toContainEqual({ path: '', rule: 'complexity' });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
