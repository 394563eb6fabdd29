import { describe, expect, it } from 'vitest';
import { DENIED_4, DENIED_6, DENIED_DOMAINS } from '../../../../src/node/powers/web/deny-table.js';
import { endsOf, numberOf } from './addresses.js';

const ROWS = [...DENIED_4, ...DENIED_6, ...DENIED_DOMAINS];

describe('the table of what is denied', () => {
  it('says of each row what it is and who says so', () => {
    expect(ROWS.filter(({ what, source }) => what === '' || source === '')).toEqual([]);
  });

  it('names nothing twice, each block by its first address', () => {
    const all = ROWS.flatMap((row) => row.in);
    expect(new Set(all).size).toBe(all.length);
    const blocks = [...DENIED_4, ...DENIED_6].flatMap((row) => row.in);
    expect(
      blocks.filter((block) => numberOf(block.split('/')[0]!) !== endsOf(block).first),
    ).toEqual([]);
  });

  it('keeps the families apart', () => {
    expect(DENIED_4.flatMap((row) => row.in).filter((block) => block.includes(':'))).toEqual([]);
    expect(DENIED_6.flatMap((row) => row.in).filter((block) => !block.includes(':'))).toEqual([]);
  });
});
