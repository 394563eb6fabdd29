import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCode } from '../../src/node/error-code.js';

it('gives the code of a system error, and nothing of anything else', () => {
  let thrown: unknown;
  try {
    readFileSync('/no/such/file');
  } catch (error) {
    thrown = error;
  }
  expect(errorCode(thrown)).toBe('ENOENT');
  for (const other of [
    undefined,
    null,
    'ENOENT',
    { code: 'ENOENT' },
    new Error('x'),
    Object.assign(new Error('x'), { code: 2 }),
  ])
    expect(errorCode(other)).toBeUndefined();
});
