import { DatabaseSync } from 'node:sqlite';
import { fakeClock } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/index.js';
import { temporaryFile } from '../folder.js';
import { intent, proposal, request } from './fixtures.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A store that was in use while the clock was a year ahead, opened again on the right one. */
async function aYearAhead() {
  const file = temporaryFile();
  const clock = fakeClock();
  const open = () => openSqlite({ file, clock });
  clock.advance(365 * DAY);
  const { store, close } = await open();
  const running = intent({ key: 'running', fingerprint: 'f', turn: 'turn:1' });
  await store.begin(running);
  const ended = intent({ key: 'ended', fingerprint: 'f' });
  await store.begin(ended);
  await store.end(ended.id, { outcome: 'completed', result: 'x' });
  const declined = proposal();
  await store.openPending(declined);
  const no = { state: 'declined', by: 'olga' } as const;
  await store.decide(declined.id, declined.disclosure.digest, no);
  const asked = request();
  await store.openRequest(asked);
  await close();
  clock.set(clock.now() - 365 * DAY);
  const rows = (table: string): unknown => {
    const db = new DatabaseSync(file, { readOnly: true });
    const found = db.prepare(`SELECT count(*) AS rows FROM sovereign_${table}`).get();
    db.close();
    return found?.['rows'];
  };
  return { ...(await open()), open, clock, rows, file, running, declined, asked };
}

describe('what was written while the clock was ahead', () => {
  it('an attempt is overdue after as long as it had, and not before', async () => {
    const { store, close, clock, running } = await aYearAhead();
    clock.advance(6_999);
    expect(await store.overdue()).toEqual([]);
    clock.advance(1);
    expect(await store.overdue()).toMatchObject([{ id: running.id, ageMs: 7_000 }]);
    await close();
  });

  it('an outcome is held for a day, a key that runs for as long as any may', async () => {
    const { store, close, clock } = await aYearAhead();
    const recorded = async (key: string) => (await store.recorded('person:ada', key, 'f')).state;
    clock.advance(DAY - 1);
    expect(await recorded('ended')).toBe('settled');
    clock.advance(1);
    expect(await recorded('ended')).toBe('unseen');
    expect(await recorded('running')).toBe('running');
    clock.advance(2 * DAY + 5_000);
    expect(await recorded('running')).toBe('unseen');
    await close();
  });

  it('a no stands for as long as it was to stand, a request waits as long, and both are forgotten a day later', async () => {
    const { store, close, clock, rows, declined, asked } = await aYearAhead();
    clock.advance(HOUR - 1);
    const again = proposal({ id: crypto.randomUUID() });
    expect(await store.openPending(again)).toMatchObject({ id: declined.id });
    expect(await store.findRequest(asked.id)).toMatchObject({ state: 'open' });
    clock.advance(1);
    expect(await store.openPending(again)).toMatchObject({ id: again.id });
    expect(await store.findRequest(asked.id)).toMatchObject({ state: 'expired' });
    clock.advance(DAY + 1);
    await store.sweep();
    expect([rows('pending'), rows('requests')]).toEqual([1, 0]);
    await close();
  });

  it('a turn is forgotten after thirty quiet days', async () => {
    const { store, close, clock, rows } = await aYearAhead();
    clock.advance(30 * DAY + 1);
    await store.sweep();
    expect(rows('turns')).toBe(0);
    await close();
  });

  it('checkpoints go on', async () => {
    const { close, clock, file } = await aYearAhead();
    await close();
    const db = new DatabaseSync(file);
    const set = db.prepare("UPDATE sovereign_marks SET value = ? WHERE name = 'checkpoint'");
    set.run(clock.now() + DAY);
    db.exec(`UPDATE sovereign_marks SET value = ${clock.now() + DAY} WHERE name = 'clock'`);
    await (await openSqlite({ file, clock })).close();
    const mark = db.prepare("SELECT value FROM sovereign_marks WHERE name = 'checkpoint'").get();
    expect(mark?.['value']).toBe(clock.now());
    db.close();
  });

  it('is brought back once: a clock that is set back again takes nothing from it', async () => {
    const { store, close, clock, open, file } = await aYearAhead();
    const before = await store.recorded('person:ada', 'ended', 'f');
    await close();
    const db = new DatabaseSync(file);
    const stood = (): unknown => [
      db.prepare('SELECT deadline, begun_at FROM sovereign_intents').all(),
      db.prepare('SELECT key, until FROM sovereign_keys ORDER BY key').all(),
      db.prepare('SELECT created_at, expires_at FROM sovereign_requests').all(),
    ];
    const left = stood();
    db.exec(`UPDATE sovereign_marks SET value = ${clock.now() + DAY} WHERE name = 'clock'`);
    const again = await open();
    expect(stood()).toEqual(left);
    expect(await again.store.recorded('person:ada', 'ended', 'f')).toEqual(before);
    await again.close();
    db.close();
  });
});
