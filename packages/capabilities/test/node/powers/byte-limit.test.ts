import { expect, it } from 'vitest';
import { byteLimit, READ_BYTES } from '../../../src/node/powers/byte-limit.js';
import { PowerError } from '../../../src/powers/power-error.js';

it('byte limit › is what was asked for, within what may be', () => {
  expect(byteLimit('web', undefined)).toBe(READ_BYTES.usual);
  expect(byteLimit('web', 1)).toBe(1);
  expect(byteLimit('web', 2 ** 40)).toBe(READ_BYTES.most);
});

it.each([0, -1, 1.5, Number.NaN, Infinity, '9', null])(
  'byte limit › refuses %o in the name of the power that was asked',
  (stated) => {
    expect(() => byteLimit('origin', stated)).toThrow(
      new PowerError('origin', 'invalid_arguments'),
    );
  },
);
