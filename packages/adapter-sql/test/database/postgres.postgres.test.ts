import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { verifyChain, type AuditEvent, type EventDraft } from '@sovereign/capabilities';
import { sql } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database, Tx } from '../../src/database/database.js';
import { openPostgresDatabase } from '../../src/database/postgres.js';
import { nameOf } from '../../src/database/statement-name.js';
import { place, statement } from '../../src/database/statement.js';
import { openPostgres } from '../../src/index.js';
import { migrate } from '../../src/migrations/migrate.js';
import { freshDatabase } from '../postgres-database.js';

const COUNT = statement(({ db }) =>
  db
    .insertInto('sovereign_turns')
    .values({ turn: place('turn'), capability: 'a.b', runs: 1, touched_at: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['turn', 'capability'])
        .doUpdateSet((set) => ({ runs: set('sovereign_turns.runs', '+', 1) })),
    ),
);
const INSERT = statement(({ db }) =>
  db
    .insertInto('sovereign_turns')
    .values({ turn: place('turn'), capability: 'a.b', runs: 1, touched_at: 0 }),
);
const READ = statement(({ db }) =>
  db.selectFrom('sovereign_turns').select('runs').where('turn', '=', place('turn')),
);

/** What the server has prepared on this connection. */
const PREPARED = statement<{ readonly name: string; readonly statement: string }>(({ db }) => ({
  compile: () =>
    sql<{
      readonly name: string;
      readonly statement: string;
    }>`SELECT name, statement FROM pg_prepared_statements`.compile(db),
}));

const count = async (tx: Tx, turn: string): Promise<void> => void (await tx.run(COUNT, { turn }));
const runsOf = (database: Database, turn: string): Promise<number> =>
  database.read(async (tx) => (await tx.get(READ, { turn }))?.runs ?? 0);

describe('the steps of a PostgreSQL database', () => {
  let connection: PoolConfig;

  beforeAll(async () => {
    connection = await freshDatabase();
    const database = await openPostgresDatabase({ connection });
    await migrate(database);
    await database.close();
  });

  async function opened(more: PoolConfig = {}): Promise<Database> {
    const database = await openPostgresDatabase({ connection: { ...connection, ...more } });
    onTestFinished(() => database.close());
    return database;
  }

  /** Ends every connection to this database but its own, as a server that is restarted does. */
  async function cutAll(): Promise<void> {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  }

  it.each(['write', 'writeInOrder'] as const)(
    'a connection that dies within a step of %s costs that step alone, and leaves nothing of it',
    async (verb) => {
      const database = await opened();
      const turn = `turn:cut:${verb}`;
      await expect(
        database[verb](async (tx) => {
          await count(tx, turn);
          await cutAll();
          await pause(50);
          await count(tx, turn);
        }),
      ).rejects.toMatchObject({ name: 'SqlStoreError', fault: 'unavailable' });
      await database[verb]((tx) => count(tx, turn));
      expect(await runsOf(database, turn)).toBe(1);
    },
  );

  it('a connection that dies while nobody uses it is replaced', async () => {
    const database = await opened();
    await database.write((tx) => count(tx, 'turn:idle'));
    await cutAll();
    await pause(50);
    await database.write((tx) => count(tx, 'turn:idle'));
    expect(await runsOf(database, 'turn:idle')).toBe(2);
  });

  it.each(['write', 'writeInOrder'] as const)(
    'two steps of %s that wait for each other are both done in the end',
    async (verb) => {
      const [one, other] = [await opened(), await opened()];
      const turns = [`turn:a:${verb}`, `turn:b:${verb}`];
      for (const turn of turns) await one.write((tx) => count(tx, turn));
      const slowly =
        (order: readonly string[]) =>
        async (tx: Tx): Promise<void> => {
          for (const turn of order) {
            await count(tx, turn);
            await pause(100);
          }
        };
      await Promise.all([one[verb](slowly(turns)), other[verb](slowly(turns.toReversed()))]);
      for (const turn of turns) expect(await runsOf(one, turn)).toBe(3);
    },
  );

  it('a barrier resolves after every step that was begun before it', async () => {
    const database = await opened();
    const ended: string[] = [];
    const writing = database
      .write(async (tx) => {
        await count(tx, 'turn:barrier');
        await pause(100);
      })
      .then(() => ended.push('step'));
    await database.barrier();
    ended.push('barrier');
    await writing;
    expect(ended).toEqual(['step', 'barrier']);
  });

  it('when it is closed, finishes what was begun, and takes nothing more', async () => {
    const database = await opened({ max: 1 });
    const begun = Array.from({ length: 3 }, () =>
      database.write((tx) => count(tx, 'turn:closing')),
    );
    await database.close();
    await Promise.all(begun);
    for (const late of [
      () => database.write((tx) => count(tx, 'turn:closing')),
      () => database.barrier(),
    ])
      await expect(late()).rejects.toMatchObject({ fault: 'closed' });
    expect(await runsOf(await opened(), 'turn:closing')).toBe(3);
  });

  it.each(['write', 'writeInOrder', 'read'] as const)(
    'where the server cannot be reached, %s says so',
    async (verb) => {
      const database = await opened({ port: 1 });
      await expect(database[verb]((tx) => tx.get(READ, { turn: 'x' }))).rejects.toMatchObject({
        name: 'SqlStoreError',
        fault: 'unavailable',
      });
    },
  );

  it('a step that waits too long for another one fails, and says so', async () => {
    const [one, other] = [await opened(), await opened({ statement_timeout: 100 })];
    await one.write((tx) => count(tx, 'turn:slow'));
    await one.write(async (tx) => {
      await count(tx, 'turn:slow');
      await expect(other.write((late) => count(late, 'turn:slow'))).rejects.toMatchObject({
        fault: 'unavailable',
      });
    });
    expect(await runsOf(one, 'turn:slow')).toBe(2);
  });

  it('what the server says of an error is not handed on: it would quote the row', async () => {
    const database = await opened();
    const write = (): Promise<unknown> =>
      database.write((tx) => tx.run(INSERT, { turn: 'turn:canary' }));
    await write();
    const thrown: unknown = await write().catch((one: unknown) => one);
    expect(thrown).toMatchObject({ name: 'SqlStoreError', fault: 'failed' });
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain('canary');
  });

  it('every statement that it prepares is named by its text, so that a pooler may mix up connections', async () => {
    const database = await opened({ max: 1 });
    const prepared = await database.write(async (tx) => {
      await tx.alone('a thing');
      await tx.now();
      await count(tx, 'turn:names');
      return tx.all(PREPARED);
    });
    expect(prepared.length).toBeGreaterThanOrEqual(4);
    for (const { name, statement: text } of prepared) expect(name).toBe(nameOf(text).name);
  });

  it('numbers are numbers, whatever this process made of them for others', async () => {
    pg.types.setTypeParser(pg.types.builtins.FLOAT8, (text) => `changed ${text}`);
    onTestFinished(() => pg.types.setTypeParser(pg.types.builtins.FLOAT8, Number));
    const database = await opened();
    expect(await database.read((tx) => tx.now())).toBeTypeOf('number');
  });

  it('does not take a name of a host that is none', async () => {
    await expect(openPostgresDatabase({ connection, host: 'a b' })).rejects.toThrow('`host`');
  });
});

describe('stores on PostgreSQL', () => {
  it('write down how late it is while they serve, not only when they are swept', async () => {
    const connection = await freshDatabase();
    const stores = await openPostgres({ connection });
    const client = new pg.Client(connection);
    await client.connect();
    const mark = async (): Promise<unknown> =>
      (await client.query("SELECT value FROM sovereign_marks WHERE name = 'clock'")).rows[0];
    await stores.store.countTurn('turn:1', 'a.b');
    await pause(1_100);
    const before = await mark();
    await stores.store.countTurn('turn:1', 'a.b');
    expect(await mark()).not.toEqual(before);
    await client.end();
    await stores.close();
  });

  it('a connection that is cut costs the step that used it; the next one gets another', async () => {
    const connection = await freshDatabase();
    const stores = await openPostgres({ connection });
    const admin = new pg.Client(connection);
    await admin.connect();
    const draft = () => ({
      kind: 'decision' as const,
      id: crypto.randomUUID(),
      time: new Date(0).toISOString(),
    });
    for (let round = 0; round < 5; round += 1) {
      const working = Promise.allSettled(
        Array.from({ length: 20 }, async (_, at) =>
          at % 2 === 0 ? stores.sink.append(draft()) : stores.store.countTurn('turn:1', `a.b${at}`),
        ),
      );
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await working;
    }
    expect(await stores.sink.append(draft())).toMatchObject({ kind: 'decision' });
    await stores.store.countTurn('turn:2', 'a.b');
    expect(await stores.store.turnCount('turn:2', 'a.b')).toBe(1);
    await admin.end();
    await stores.close();
  }, 30_000);

  it('a server that cannot be reached is told, and not waited for', async () => {
    const connection = { host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' };
    await expect(openPostgres({ connection })).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it('several writers of one host are told apart, and their chains are tied together', async () => {
    const connection = await freshDatabase();
    const draft = () => ({
      kind: 'decision' as const,
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
    });
    const first = await openPostgres({ connection });
    for (let count = 0; count < 3; count += 1) await first.sink.append(draft());
    await first.close();
    const second = await openPostgres({ connection });
    await second.sink.append(draft());
    const events: AuditEvent[] = [];
    for await (const event of second.sink.read()) events.push(event);
    const [begins] = events.filter(({ writer }) => writer === events.at(-1)?.writer);
    expect(begins).toMatchObject({ kind: 'checkpoint', seq: 1 });
    expect(begins).toHaveProperty('subject', expect.stringMatching(/@\d+\/[0-9a-f]{64}$/));
    const report = await verifyChain(second.sink.read());
    expect(report).toMatchObject({ ok: true });
    expect(report.writers).toHaveLength(2);
    await second.close();
  });

  it('an event that another process has written already is given back, and nothing is added behind it', async () => {
    const connection = await freshDatabase();
    const [one, other] = [await openPostgres({ connection }), await openPostgres({ connection })];
    const draft: EventDraft = {
      kind: 'invocation',
      id: crypto.randomUUID(),
      time: new Date().toISOString(),
      capability: 'notes.read',
      stage_reached: 'executed',
      outcome: 'completed',
      duration_ms: 1,
    };
    const first = await one.sink.append(draft);
    const client = new pg.Client(connection);
    await client.connect();
    await client.query("UPDATE sovereign_marks SET value = 0 WHERE name = 'checkpoint'");
    await client.end();
    expect(await other.sink.append({ ...draft, outcome: 'unknown' })).toEqual(first);
    const next = await one.sink.append({ ...draft, id: crypto.randomUUID() });
    expect(next.seq).toBe(first.seq + 1);
    // The same among several that share a step.
    const [again] = await Promise.all(
      [draft, { ...draft, id: crypto.randomUUID() }].map(async (each) => other.sink.append(each)),
    );
    expect(again).toEqual(first);
    expect(await verifyChain(one.sink.read())).toMatchObject({ ok: true });
    await one.close();
    await other.close();
  });
});
