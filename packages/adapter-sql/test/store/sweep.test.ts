import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fakeClock } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/index.js';
import { temporaryFile } from '../folder.js';
import { grant, intent, proposal, request } from './fixtures.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A store in which one of everything has come to its end, and how many rows each table has. */
async function finished() {
  const file = temporaryFile();
  const clock = fakeClock();
  const stores = await openSqlite({ file, clock });
  const { store } = stores;
  await store.openPending(proposal());
  await store.addGrant(grant());
  const asked = await store.openRequest(request());
  await store.decideRequest(asked === 'too_many_requests' ? asked : asked.id, undefined, {
    state: 'withdrawn',
    by: 'mind:muse',
  });
  const claimed = intent({ key: 'key', fingerprint: 'print', turn: 'turn:1' });
  await store.begin(claimed);
  await store.end(claimed.id, { outcome: 'completed', result: 'x' });
  const rows = (table: string): unknown => {
    const db = new DatabaseSync(file, { readOnly: true });
    const { rows: count } =
      db.prepare(`SELECT count(*) AS rows FROM sovereign_${table}`).get() ?? {};
    db.close();
    return count;
  };
  return { ...stores, clock, rows };
}

describe('a sweep', () => {
  it.each([
    ['pending', HOUR + DAY],
    ['requests', HOUR + DAY],
    ['keys', DAY],
    ['turns', 30 * DAY],
  ])('forgets rows of %s after %d ms, and none before', async (table, afterMs) => {
    const { store, close, clock, rows } = await finished();
    clock.advance(afterMs - 1);
    await store.sweep();
    expect(rows(table)).toBe(1);
    clock.advance(2);
    await store.sweep();
    expect(rows(table)).toBe(0);
    await close();
  });

  it('forgets a request that lapsed as well, and none that waits', async () => {
    const { store, close, clock, rows } = await finished();
    await store.openRequest(request({ ttlMs: 3 * DAY }));
    await store.openRequest(request({ ttlMs: DAY }));
    clock.advance(2 * DAY + 1);
    expect((await store.sweep()).requests).toHaveLength(1);
    expect(rows('requests')).toBe(1);
    await close();
  });

  it('forgets no grant, however long ago it lapsed: it says who was let do what', async () => {
    const { store, close, clock } = await finished();
    clock.advance(400 * DAY);
    await store.sweep();
    expect(await store.listGrants()).toMatchObject([{ state: 'lapsed' }]);
    await close();
  });

  it('what it erases is gone from the file once the log is taken in', async () => {
    const file = temporaryFile();
    const clock = fakeClock();
    const stores = await openSqlite({ file, clock });
    const asked = proposal();
    const request = { ...asked.request, args: { note: 'canary-of-arguments' } };
    await stores.store.openPending({ ...asked, request });
    clock.advance(HOUR + DAY + 1);
    await stores.store.sweep();
    await stores.close();
    expect(readFileSync(file, 'latin1')).not.toContain('canary-of-arguments');
  });
});
