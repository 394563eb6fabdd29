import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  createCaller,
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
  verifyChain,
  type EventDraft,
  type Executor,
} from '@sovereign/capabilities';
import { fakeClock, fixtureCapability } from '@sovereign/capabilities/testing';
import { describe, expect, it } from 'vitest';
import { openSqlite, type SqlStores } from '../src/index.js';
import { temporaryFile } from './folder.js';

const probe = fixtureCapability({ sideEffect: 'mutating' });
const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const proposal = { capability: 'fixture.probe', version: 1, args: { note: 'a canary' } };

function executorOn({ store, sink, decisions }: SqlStores): Executor {
  return createExecutor({
    registry: createRegistry([probe.capability]),
    directory: listedDirectory({ persons: [{ id: 'ada' }, { id: 'olga', operator: true }] }),
    runner: inlineRunner(),
    store,
    sink,
    decisions,
  });
}

async function approved(executor: Executor): Promise<string> {
  const asked = await executor.invoke(proposal, ada);
  if (asked.outcome !== 'pending') throw new Error(asked.outcome);
  const { id, disclosure } = asked.pending;
  await executor.desk.decide({
    pending: id,
    person: 'olga',
    seen: disclosure.digest,
    approve: true,
  });
  return id;
}

describe('everything in one SQLite file', () => {
  it('A48 a yes outlives its process, and runs once', async () => {
    const file = temporaryFile();
    const first = await openSqlite({ file });
    const id = await approved(executorOn(first));
    await first.close();
    const second = await openSqlite({ file });
    const executor = executorOn(second);
    expect(await executor.resume(id)).toMatchObject({ outcome: 'completed' });
    expect(await executor.resume(id)).not.toMatchObject({ outcome: 'completed' });
    expect((await second.decisions.read(id)).map(({ kind }) => kind)).toEqual(['approved']);
    await second.close();
  });

  it('an outcome and its event are one step: where the event cannot be written, nothing is settled', async () => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    const executor = executorOn(stores);
    const id = await approved(executor);
    const db = new DatabaseSync(file);
    db.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON sovereign_audit WHEN new.kind = 'invocation' BEGIN SELECT raise(ABORT, 'disk'); END",
    );
    expect(await executor.resume(id)).toMatchObject({ outcome: 'unknown', code: 'audit_failed' });
    expect(db.prepare('SELECT count(*) AS left FROM sovereign_intents').get()).toEqual({ left: 1 });
    db.exec('DROP TRIGGER broken');
    db.close();
    await stores.close();
  });

  it('B13 what a killed process left is closed by another, with its one event', async () => {
    const file = temporaryFile();
    const clock = fakeClock();
    const stores = await openSqlite({ file, clock });
    const executor = executorOn(stores);
    const intent = {
      id: crypto.randomUUID(),
      capability: 'fixture.probe',
      version: 1,
      principal: 'person:ada' as const,
      maxPerTurn: 1,
      deadlineMs: 7_000,
      mutating: true,
    };
    await stores.store.begin(intent);
    expect(await executor.sweep()).toMatchObject({ intents: 0 });
    clock.advance(7_000);
    expect(await executor.sweep()).toMatchObject({ intents: 1 });
    const events = [];
    for await (const event of stores.sink.read({ kinds: ['invocation'] })) events.push(event);
    expect(events).toMatchObject([{ id: intent.id, outcome: 'unknown', code: 'worker_lost' }]);
    expect(await stores.store.end(intent.id, { outcome: 'completed' })).toBe(false);
    await stores.close();
  });

  it('a process that starts well behind the highest time seen ends everything that waits, and says so', async () => {
    const file = temporaryFile();
    const clock = fakeClock();
    const first = await openSqlite({ file, clock });
    const executor = executorOn(first);
    const yes = await approved(executor);
    const asked = await executor.invoke({ ...proposal, args: { note: 'another' } }, ada);
    const open = asked.outcome === 'pending' ? asked.pending.id : '';
    await executor.sweep();
    await first.close();

    clock.set(clock.now() - 60_000);
    const second = await openSqlite({ file, clock });
    const later = executorOn(second);
    expect((await later.desk.find(yes))?.state).toBe('expired');
    expect((await later.desk.find(open))?.state).toBe('expired');
    expect(await later.sweep()).toMatchObject({ clockMovedBack: true });
    expect(await later.sweep()).toMatchObject({ clockMovedBack: false });
    const kinds = [];
    for await (const { kind } of second.sink.read()) kinds.push(kind);
    expect(kinds).toContain('clock_moved_back');
    await second.close();
  });

  it('F01 S1-129 the audit holds none of the content that the store does', async () => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    await approved(executorOn(stores));
    const db = new DatabaseSync(file);
    expect(JSON.stringify(db.prepare('SELECT * FROM sovereign_audit').all())).not.toContain(
      'canary',
    );
    expect(JSON.stringify(db.prepare('SELECT * FROM sovereign_pending').all())).toContain('canary');
    db.close();
    await stores.close();
  });

  it('no token is in the file, only its hash', async () => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    const executor = executorOn(stores);
    const token = (await executor.desk.token(await approved(executor))) ?? '';
    expect(token).toHaveLength(43);
    await stores.close();
    expect(readFileSync(file, 'latin1')).not.toContain(token);
  });

  it.each([
    [
      'edited',
      "UPDATE sovereign_audit SET line = replace(line, 'person:ada', 'person:bob') WHERE seq = 3",
    ],
    ['removed', 'DELETE FROM sovereign_audit WHERE seq = 3'],
    [
      'put in another order',
      'UPDATE sovereign_audit SET seq = 99 WHERE seq = 3; UPDATE sovereign_audit SET seq = 3 WHERE seq = 4; UPDATE sovereign_audit SET seq = 4 WHERE seq = 99',
    ],
  ])('verification finds a row that was %s', async (_how, sql) => {
    const file = temporaryFile();
    const stores = await openSqlite({ file });
    const draft = (): EventDraft => ({
      kind: 'decision',
      id: crypto.randomUUID(),
      time: new Date(0).toISOString(),
      principal: 'person:ada',
      code: 'approved',
    });
    for (let count = 0; count < 5; count += 1) await stores.sink.append(draft());
    expect(await verifyChain(stores.sink.read())).toMatchObject({ ok: true });
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
    expect(await verifyChain(stores.sink.read())).toMatchObject({ ok: false });
    await stores.close();
  });
});
