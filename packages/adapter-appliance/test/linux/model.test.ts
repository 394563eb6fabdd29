import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/linux/model.js';

describe('readModel', () => {
  it.each([
    ['Raspberry Pi 5 Model B Rev 1.0\0', 'Raspberry Pi 5 Model B Rev 1.0'],
    ['NUC11\n', 'NUC11'],
    ['To Be Filled By O.E.M.\n', null],
    ['System Product Name\n', null],
    ['Default string', null],
    ['\0', null],
    ['', null],
  ])('reads %j as %j', (text, model) => {
    expect(readModel(text)).toBe(model);
  });
});
