import { DatabaseSync } from 'node:sqlite';
import { fakeClock, type FakeClock } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { openSqlite, type SqlStores } from '../../src/index.js';
import { temporaryFile } from '../folder.js';
import { grant, proposal } from './fixtures.js';

/** A file that was in use until a moment, and is opened again so much earlier. */
async function openedEarlier(byMs: number): Promise<{
  readonly file: string;
  readonly clock: FakeClock;
  readonly open: () => Promise<SqlStores>;
  readonly ids: { readonly pending: string; readonly approved: string; readonly grant: string };
}> {
  const file = temporaryFile();
  const clock = fakeClock();
  const open = (): Promise<SqlStores> => openSqlite({ file, clock });
  const { store, close } = await open();
  const ids = { pending: crypto.randomUUID(), approved: crypto.randomUUID() };
  const approved = proposal({ id: ids.approved, fingerprint: 'another' });
  await store.openPending(proposal({ id: ids.pending }));
  await store.openPending(approved);
  const yes = { state: 'approved', by: 'olga', ttlMs: 3_600_000 } as const;
  await store.decide(ids.approved, approved.disclosure.digest, yes);
  await store.mint(ids.approved, 'a hash', 120_000);
  const given = await store.addGrant(grant());
  await close();
  clock.set(clock.now() - byMs);
  return { file, clock, open, ids: { ...ids, grant: given.id } };
}

describe('a store that is opened with the clock behind', () => {
  it('by more than five seconds ends all that waits, every token and every live grant', async () => {
    const { open, ids } = await openedEarlier(5_001);
    const { store, close } = await open();
    expect((await store.findPending(ids.pending))?.state).toBe('expired');
    expect((await store.findPending(ids.approved))?.state).toBe('expired');
    expect(await store.findByToken('a hash')).toBeUndefined();
    expect(await store.listGrants({ states: ['live'] })).toEqual([]);
    await close();
  });

  it('by no more than that ends nothing, and time does not go back', async () => {
    const { open, ids } = await openedEarlier(4_999);
    const { store, close } = await open();
    expect((await store.findPending(ids.pending))?.state).toBe('open');
    expect((await store.findByToken('a hash'))?.id).toBe(ids.approved);
    expect((await store.findGrant(ids.grant))?.state).toBe('live');
    const created = (await store.findPending(ids.pending))?.createdAt ?? Infinity;
    expect(await store.now()).toBeGreaterThanOrEqual(created);
    expect((await store.sweep()).clockMovedBack).toBe(false);
    await close();
  });

  it('takes the present for the mark: whoever opens it next finds nothing amiss', async () => {
    const { open } = await openedEarlier(60_000);
    const first = await open();
    const late = await first.store.addGrant(grant());
    await first.close();
    const second = await open();
    expect((await second.store.findGrant(late.id))?.state).toBe('live');
    await second.close();
  });

  it('that is told by one sweep, of whichever process', async () => {
    const { open } = await openedEarlier(60_000);
    // The process that found it ends before it has swept.
    await (await open()).close();
    const [one, other] = [await open(), await open()];
    const swept = await Promise.all([one, other, one].map(async ({ store }) => store.sweep()));
    expect(swept.filter(({ clockMovedBack }) => clockMovedBack)).toHaveLength(1);
    await one.close();
    await other.close();
  });

  it('a sweep that fails leaves it to the next one', async () => {
    const { file, clock, open } = await openedEarlier(60_000);
    const { store, close } = await open();
    await store.addGrant(grant({ lastsMs: 1 }));
    clock.advance(1);
    const db = new DatabaseSync(file);
    db.exec(
      "CREATE TRIGGER broken BEFORE UPDATE ON sovereign_grants BEGIN SELECT raise(ABORT, 'disk'); END",
    );
    await expect(store.sweep()).rejects.toMatchObject({ fault: 'failed' });
    db.exec('DROP TRIGGER broken');
    db.close();
    expect(await store.sweep()).toMatchObject({ clockMovedBack: true, grants: [{}] });
    await close();
  });

  it('where store and audit are one, telling it and putting it on record are one step', async () => {
    const { file, open } = await openedEarlier(60_000);
    const { store, sink, close } = await open();
    const moved = {
      kind: 'clock_moved_back',
      id: crypto.randomUUID(),
      time: new Date(0).toISOString(),
    } as const;
    const events = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const { id } of sink.read({ kinds: ['clock_moved_back'] })) found.push(id);
      return found;
    };
    const db = new DatabaseSync(file);
    db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON sovereign_audit BEGIN SELECT raise(ABORT, 'disk'); END",
    );
    await expect(store.sweep(moved)).rejects.toMatchObject({ fault: 'failed' });
    db.exec('DROP TRIGGER broken');
    db.close();
    expect(await events()).toEqual([]);
    await close();
    // Another process tells it.
    const [one, other] = [await open(), await open()];
    const swept = await Promise.all([one, other, one].map(async (each) => each.store.sweep(moved)));
    expect(swept.filter(({ clockMovedBack }) => clockMovedBack)).toHaveLength(1);
    expect(await one.store.sweep(moved)).toMatchObject({ clockMovedBack: false });
    const ids: string[] = [];
    for await (const { id } of one.sink.read()) ids.push(id);
    expect(ids).toEqual([moved.id]);
    await one.close();
    await other.close();
  });
});
