import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { SqlStoreError } from '../../src/database/sql-error.js';
import { inOurWords, patiently } from '../../src/database/sqlite-error.js';

const thrownBy = (work: () => unknown): unknown => {
  try {
    return inOurWords(work);
  } catch (thrown) {
    return thrown;
  }
};

describe('inOurWords', () => {
  it('says what SQLite refused, and nothing of the row', () => {
    const db = new DatabaseSync(':memory:');
    db.exec("CREATE TABLE one (id TEXT PRIMARY KEY); INSERT INTO one VALUES ('canary')");
    const thrown = thrownBy(() => db.prepare('INSERT INTO one VALUES (?)').run('canary'));
    expect(thrown).toMatchObject({ name: 'SqlStoreError', fault: 'failed' });
    expect((thrown as Error).message).toBe('sql store: constraint failed (1555)');
    db.close();
  });

  it('leaves what is not SQLite’s as it is', () => {
    const mine = new TypeError('mine');
    expect(
      thrownBy(() => {
        throw mine;
      }),
    ).toBe(mine);
  });
});

describe('patiently', () => {
  it('tries again while another process holds the file', async () => {
    let tries = 0;
    const answer = await patiently(() => {
      tries += 1;
      if (tries < 4) throw new SqlStoreError('busy', 'held');
      return 'done';
    });
    expect([answer, tries]).toEqual(['done', 4]);
  });

  it('anything else is thrown at once', async () => {
    let tries = 0;
    const failing = patiently(() => {
      tries += 1;
      throw new SqlStoreError('failed', 'disk');
    });
    await expect(failing).rejects.toMatchObject({ fault: 'failed' });
    expect(tries).toBe(1);
  });
});
