import { expect, it } from 'vitest';
import { together } from '../../src/executor/marks.js';

const web = { path: '/note', source: 'web', trust: 'low' } as const;
const mail = { path: '/note', source: 'mail', trust: 'tool' } as const;

it('marks › are only ever added to, and none is said twice', () => {
  expect(together([web], [{ ...web }, mail])).toEqual([web, mail]);
  expect(together([web, mail], [])).toEqual([web, mail]);
  expect(together([], [])).toEqual([]);
});
