import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openSqlite, SqlStoreError } from '../../src/index.js';
import { temporaryFile } from '../folder.js';

const faultOf = async (file: string): Promise<unknown> => {
  try {
    await (await openSqlite({ file })).close();
    return 'none';
  } catch (thrown) {
    return SqlStoreError.is(thrown) ? thrown.fault : thrown;
  }
};

describe('a SQLite database', () => {
  it('is made for its owner alone, with its folder', async () => {
    const file = join(dirname(temporaryFile()), 'new', 'sovereign.db');
    expect(await faultOf(file)).toBe('none');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('is not opened where others may look into it, or through a link', async () => {
    const file = temporaryFile();
    writeFileSync(file, '', { mode: 0o600 });
    chmodSync(file, 0o644);
    expect(await faultOf(file)).toBe('not_private');
    chmodSync(file, 0o600);
    expect(await faultOf(file)).toBe('none');
    const link = `${file}.link`;
    symlinkSync(file, link);
    expect(await faultOf(link)).toBe('not_private');
  });

  it('waits for another process that holds the file, and meanwhile the program goes on', async () => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const writing = stores.store.countTurn('turn:1', 'a.b');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(ticks).toBeGreaterThan(0);
    other.exec('ROLLBACK');
    await writing;
    clearInterval(ticking);
    expect(await stores.store.turnCount('turn:1', 'a.b')).toBe(1);
    other.close();
    await stores.close();
  });

  it('when it is closed, finishes what is queued, and takes nothing more', async () => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    const queued = stores.store.countTurn('turn:1', 'a.b');
    await stores.close();
    await queued;
    await expect(stores.store.countTurn('turn:1', 'a.b')).rejects.toThrow('closed');
    await expect(stores.store.turnCount('turn:1', 'a.b')).rejects.toThrow('closed');
    const again = await openSqlite({ file });
    expect(await again.store.turnCount('turn:1', 'a.b')).toBe(1);
    await again.close();
  });
});
