import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '../tools/postgres.mjs';
import { spread } from './cpu.mjs';

// What an audit event in a database costs, beside a bare insert in a transaction of its own.
// node --expose-gc sql-sinks.mjs [rounds] [seconds] [filled]
// SOVEREIGN_DIST names another folder with the built `index.js`, SOVEREIGN_BENCH_DIR another disk.

const [rounds, seconds, filled] = [5, 1, 20_000].map((usual, at) =>
  Number(process.argv[2 + at] ?? usual),
);
const own = join(import.meta.dirname, '../../packages/adapter-sql');
const dist = resolve(process.env.SOVEREIGN_DIST ?? join(own, 'dist'));
const { openPostgres, openSqlite } = await import(pathToFileURL(join(dist, 'index.js')).href);
const { default: pg } = await import(
  pathToFileURL(createRequire(join(own, 'package.json')).resolve('pg')).href
);

const folder = mkdtempSync(join(process.env.SOVEREIGN_BENCH_DIR ?? tmpdir(), 'sovereign-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let drafts = 0;
const draft = () => ({
  kind: 'invocation',
  id: randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
  capability: 'pihole.status',
  version: 1,
  side_effect: 'read_only',
  network: 'local',
  stage_reached: 'executed',
  outcome: 'completed',
  ruling: 'allow',
  rule: 'default',
  policy_revision: 7,
  origin: 'model',
  principal: 'person:anna',
  intention: 'intent:12',
  result_bytes: 321,
  duration_ms: 1.234 + ((drafts += 1) % 1000) / 1000,
});
/** As long as the line of such an event. */
const LINE = 'x'.repeat(600);
const TABLE =
  'CREATE TABLE bare (writer TEXT, seq DOUBLE PRECISION, id TEXT, kind TEXT, attempt TEXT UNIQUE, line TEXT, PRIMARY KEY (writer, seq))';
let seq = 0;
const row = () => ['bare', (seq += 1), randomUUID(), 'invocation', randomUUID(), LINE];

/** An insert a transaction, every commit flushed, as the sink's file is opened. */
function bareSqlite(name) {
  const db = new DatabaseSync(join(folder, name));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'])
    db.exec(`PRAGMA ${pragma}`);
  db.exec(TABLE);
  const insert = db.prepare('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?)');
  return { append: async () => insert.run(...row()), close: () => db.close() };
}

async function sqliteSink(name) {
  const { sink, close } = await openSqlite({ file: join(folder, name) });
  return { append: () => sink.append(draft()), close };
}

const databaseOf = (connection) => async () => {
  const client = new pg.Client(connection);
  await client.connect();
  const database = `bench_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return { ...connection, database };
};

/** The same through a pool as large as the sink's. */
async function barePostgres(connection) {
  const pool = new pg.Pool(connection);
  await pool.query(TABLE);
  const text = 'INSERT INTO bare VALUES ($1, $2, $3, $4, $5, $6)';
  return {
    append: () => pool.query({ name: 'insert', text, values: row() }),
    close: () => pool.end(),
  };
}

async function postgresSink(connection) {
  const { sink, close } = await openPostgres({ connection });
  return { append: () => sink.append(draft()), close };
}

/** How many a second, while so many callers each wait for their own. */
async function rate(append, callers) {
  globalThis.gc?.();
  const started = performance.now();
  const until = started + seconds * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < until) {
      await append();
      done += 1;
      // A call that answers at once must not keep the others from their turn.
      if (done % 64 === 0) await new Promise((next) => setImmediate(next));
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return done / ((performance.now() - started) / 1000);
}

/** Appends so many, as fast as it goes. */
async function fill(append, count) {
  for (let left = count; left > 0; left -= 256)
    await Promise.all(Array.from({ length: Math.min(left, 256) }, () => append()));
}

const show = (name, ...cells) => console.log(name.padEnd(44), ...cells);
const said = (list) => {
  const { median, least, most } = spread(list);
  const [middle, from, to] = [median, least, most].map((one) =>
    Math.round(one).toLocaleString('en'),
  );
  return `${middle.padStart(8)} [${from}–${to}]`.padEnd(28);
};

/** All subjects in turn, in every round, so that a slow phase of the machine falls on all of them. */
async function compare(title, subjects) {
  const samples = new Map();
  for (const [name, { append }] of subjects) {
    await append(); // warm
    for (const callers of [1, 64]) samples.set(`${name}, ${callers}`, []);
  }
  for (let round = 0; round <= rounds; round += 1)
    for (const callers of [1, 64])
      for (const [name, { append }] of subjects) {
        const found = await rate(append, callers);
        if (round > 0) samples.get(`${name}, ${callers}`).push(found);
      }
  show(title, 'a second, median [least–most]', 'x bare');
  for (const [name] of subjects)
    for (const callers of [1, 64]) {
      const list = samples.get(`${name}, ${callers}`);
      const bare = samples.get(`${subjects[0][0]}, ${callers}`);
      const ratio = spread(list).median / spread(bare).median;
      show(`${name}, ${callers} callers`, said(list), ratio.toFixed(2).padStart(7));
    }
}

/** Whether an append grows dearer with what is there. */
async function grown(name, { append }) {
  const before = await rate(append, 1);
  await fill(append, filled);
  const after = await rate(append, 1);
  show(`${name}, ${filled.toLocaleString('en')} events later`, `x ${(after / before).toFixed(2)}`);
}

console.log(`Node ${process.version}; ${rounds} rounds of ${seconds} s each; ${folder}\n`);
const sqlite = [
  ['bare insert', bareSqlite('bare.db')],
  ['sink', await sqliteSink('sink.db')],
];
await compare('SQLite', sqlite);
await grown('sink, 1 caller', await sqliteSink('grown.db'));
for (const [, { close }] of sqlite) await close();

const server = await startPostgres({ durable: true });
if (server.reason !== undefined) console.log(`PostgreSQL: skipped, ${server.reason}`);
else {
  const fresh = databaseOf(server.connection);
  const postgres = [
    ['bare insert', await barePostgres(await fresh())],
    ['sink', await postgresSink(await fresh())],
  ];
  console.log();
  await compare('PostgreSQL', postgres);
  const last = await postgresSink(await fresh());
  await grown('sink, 1 caller', last);
  for (const { close } of [last, ...postgres.map(([, one]) => one)]) await close();
  await server.stop();
}
process.exit(0);
