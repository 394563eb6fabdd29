import fc from 'fast-check';
import { describe, it } from 'vitest';
import { printable, printableJson } from '../src/printable.js';

const text = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

describe('printable', () => {
  it('for every text: nothing that a terminal acts on is left', () => {
    fc.assert(fc.property(text, (any) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(printable(any))));
  });
});

describe('printableJson', () => {
  it('for every text: it reads back as the same, and nothing that a terminal acts on is left', () => {
    fc.assert(
      fc.property(text, (any) => {
        const json = printableJson({ [any]: any });
        const back = JSON.parse(json) as Record<string, string>;
        return !/[\p{C}\p{Zl}\p{Zp}]/u.test(json) && back[any] === any;
      }),
    );
  });
});
