import { describe, expect, it } from 'vitest';
import { canBeStored, place, statement, valuesOf } from '../../src/database/statement.js';

const find = statement(({ db, lock }) =>
  lock(
    db
      .selectFrom('sovereign_grants')
      .select('id')
      .where('holder', '=', place('holder'))
      .where('state', '=', 'live')
      .where('expires_at', '>', place('now')),
  ),
);

describe('statement', () => {
  it('is compiled once for each database, with its values bound by name', () => {
    const sqlite = find.compiled('sqlite');
    expect(find.compiled('sqlite')).toBe(sqlite);
    expect(sqlite.sql).toBe(
      'select "id" from "sovereign_grants" where "holder" = ? and "state" = ? and "expires_at" > ?',
    );
    expect(find.compiled('postgres').sql).toBe(
      'select "id" from "sovereign_grants" where "holder" = $1 and "state" = $2 and "expires_at" > $3 for update',
    );
    expect(valuesOf(sqlite, { now: 7, holder: 'mind:muse' })).toEqual(['mind:muse', 'live', 7]);
  });

  it('does not run without all of its values', () => {
    expect(() => valuesOf(find.compiled('sqlite'), { holder: 'x' })).toThrow('`now`');
  });
});

describe('canBeStored', () => {
  it.each(['a\0', '\ud800', 'x\udc00y'])('no database holds %j', (text) => {
    expect(canBeStored({ id: text })).toBe(false);
  });

  it('every other text, number and nothing can be', () => {
    expect(canBeStored({ id: 'é😀\u2028', at: 7, none: null, empty: '' })).toBe(true);
  });
});
