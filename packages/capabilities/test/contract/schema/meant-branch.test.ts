import { describe, expect, test } from 'vitest';
import { accept } from './accepting.js';

const text = { type: 'string', maxLength: 9 };
const shape = (kind: unknown, properties: object) => ({
  type: 'object',
  properties: { kind, ...properties },
  required: ['kind', ...Object.keys(properties)],
});

describe('of a union that nothing fits, the branch that was meant is told', () => {
  const circle = shape({ const: 'circle' }, { radius: { type: 'number' } });
  const square = shape({ enum: ['square', 'rectangle'] }, { side: { type: 'number' } });
  const { violations } = accept({
    anyOf: [circle, { $ref: '#/$defs/square' }, { type: 'null' }],
    $defs: { square },
  });

  test('by its constant', () => {
    expect(violations({ kind: 'circle', radius: 'x' })).toEqual([
      { path: '', rule: 'anyOf' },
      { path: '/radius', rule: 'type' },
    ]);
  });

  test('by its listed values, behind a reference', () => {
    expect(violations({ kind: 'rectangle', side: 1, more: 1 })).toEqual([
      { path: '', rule: 'anyOf' },
      { path: '/*', rule: 'additionalProperties' },
    ]);
  });

  test('by its type, when only one branch has that', () => {
    const named = accept({ anyOf: [{ type: 'integer' }, { ...text, minLength: 2 }] }).violations;
    expect(named('x')).toEqual([
      { path: '', rule: 'anyOf' },
      { path: '', rule: 'minLength' },
    ]);
    const whole = accept({ anyOf: [text, { type: 'number', minimum: 5 }] }).violations;
    expect(whole(1)).toContainEqual({ path: '', rule: 'minimum' });
  });

  test('and not guessed when nothing tells', () => {
    expect(violations({ kind: 'triangle' })).toEqual([{ path: '', rule: 'anyOf' }]);
    expect(violations({ radius: 1 })).toEqual([{ path: '', rule: 'anyOf' }]);
    expect(violations(7)).toEqual([{ path: '', rule: 'anyOf' }]);
    expect(
      accept({
        anyOf: [
          { ...text, minLength: 2 },
          { ...text, format: 'ipv4' },
        ],
      }).violations('x'),
    ).toEqual([{ path: '', rule: 'anyOf' }]);
  });

  test('nor where two branches fit and one should', () => {
    const { violations: found } = accept({
      oneOf: [
        { type: 'integer', minimum: 1 },
        { type: 'integer', minimum: 2 },
      ],
    });
    expect(found(3)).toEqual([{ path: '', rule: 'oneOf' }]);
  });
});
