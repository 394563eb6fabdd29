import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { isSafeText, safeText } from '../../src/audit/safe-text.js';

test.prop([fc.string({ unit: 'binary', maxLength: 400 })])(
  'for every text: what comes out is safe, and is left as it is a second time',
  (text) => {
    const safe = safeText(text);
    expect(isSafeText(safe)).toBe(true);
    expect(safeText(safe)).toBe(safe);
  },
);
