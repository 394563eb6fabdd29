import {
  beginChain,
  checkpointSubject,
  link,
  readEvent,
  type Anchor,
  type AuditEvent,
  type AuditQuery,
  type AuditSink,
  type EventDraft,
} from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

/** How many events are read at a time. */
const PAGE = 500;
/** How often one writer notes where all others stand. */
const CHECKPOINT_EVENTS = 1_000;
const CHECKPOINT_MS = 60_000;

const TAIL = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select(['writer', 'seq', 'line'])
    .where('writer', '=', place('writer'))
    .orderBy('seq', 'desc')
    .limit(1),
);
/** One look-up in the index for each writer: to ask for all ends at once would look at every event. */
const NEXT_WRITER = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select('writer')
    .where('writer', '>', place('after'))
    .orderBy('writer')
    .limit(1),
);
const OF_ATTEMPT = statement(({ db }) =>
  db.selectFrom('sovereign_audit').select('line').where('attempt', '=', place('attempt')),
);
const INSERT = statement(({ db }) =>
  db
    .insertInto('sovereign_audit')
    .values({
      writer: place('writer'),
      seq: place('seq'),
      id: place('id'),
      kind: place('kind'),
      attempt: place('attempt'),
      line: place('line'),
    })
    .onConflict((conflict) => conflict.column('attempt').doNothing()),
);
const AFTER = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select(['seq', 'line'])
    .where('writer', '=', place('writer'))
    .where('seq', '>', place('after'))
    .orderBy('seq')
    .limit(PAGE),
);
const CLAIM_CHECKPOINT = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: place('now') })
    .where('name', '=', 'checkpoint')
    .where('value', '<=', place('before')),
);

/** A sink in a database, which can also append within a step on the same one. */
export interface SqlAuditSink extends AuditSink {
  append(draft: EventDraft): Promise<AuditEvent>;
  /** Appends within a step that runs in order with the appends. */
  appendIn(tx: Tx, draft: EventDraft): Promise<AuditEvent>;
}

interface Stored {
  readonly writer: string;
  readonly seq: number;
  readonly line: string;
}

/**
 * Keeps the audit in a database. A SQLite file is one writer, whichever process appends. On
 * PostgreSQL each process is one; its first event says where the last writer of the same host
 * ended, and now and then one of them says where all stand.
 *
 * Source: decision «Chains».
 */
export function sqlAuditSink(database: Database): SqlAuditSink {
  let noted = -Infinity;

  async function appendIn(tx: Tx, draft: EventDraft): Promise<AuditEvent> {
    const end = await endOf(tx);
    if (draft.kind === 'invocation') {
      const first = await tx.get(OF_ATTEMPT, { attempt: draft.id });
      // What is no event is refused as well where there is one of its id.
      if (first !== undefined) return link(draft, end) && eventOf(first.line);
    }
    const event = await put(tx, draft, end);
    // Where another process was faster with this attempt, the event is in that one's chain.
    if (database.dialect === 'postgres' && event.writer === end.writer) await noteOthers(tx, event);
    return event;
  }

  /** Where this writer's chain ends; begins it where there is none. */
  async function endOf(tx: Tx): Promise<Anchor> {
    if (database.dialect === 'sqlite') {
      const [only] = await tailsOf(tx);
      return only === undefined ? beginChain(`sqlite:${crypto.randomUUID()}`) : anchorOf(only);
    }
    const { writer } = database;
    const tail = await tx.get(TAIL, { writer });
    if (tail !== undefined) return anchorOf(tail);
    const host = writer.slice(0, writer.indexOf(':') + 1);
    const before = (await tailsOf(tx))
      .filter((one) => one.writer.startsWith(host))
      .sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))[0];
    if (before === undefined) return beginChain(writer);
    return put(tx, await checkpoint(tx, anchorOf(before)), beginChain(writer));
  }

  async function noteOthers(tx: Tx, last: AuditEvent): Promise<void> {
    const now = await tx.now();
    const due = last.seq % CHECKPOINT_EVENTS === 0 || now - noted >= CHECKPOINT_MS;
    if (!due) return;
    const before = last.seq % CHECKPOINT_EVENTS === 0 ? now : now - CHECKPOINT_MS;
    const isClaimed = (await tx.run(CLAIM_CHECKPOINT, { now, before })) === 1;
    // Should this be undone, the mark in the database is too, and somebody claims it the next time.
    noted = now;
    if (!isClaimed) return;
    let end: Anchor = last;
    for (const other of await tailsOf(tx))
      if (other.writer !== last.writer)
        end = await put(tx, await checkpoint(tx, anchorOf(other)), end);
  }

  return Object.freeze<SqlAuditSink>({
    append: (draft) => database.writeInOrder((tx) => appendIn(tx, draft)),
    appendIn,
    read: (query) => readAll(database, query),
  });
}

/** Where every writer's chain ends, by the names of the writers. */
async function tailsOf(tx: Tx): Promise<readonly Stored[]> {
  const tails: Stored[] = [];
  for (let after = ''; ;) {
    const next = await tx.get(NEXT_WRITER, { after });
    if (next === undefined) return tails;
    after = next.writer;
    const tail = await tx.get(TAIL, { writer: after });
    if (tail !== undefined) tails.push(tail);
  }
}

async function put(tx: Tx, draft: EventDraft, end: Anchor): Promise<AuditEvent> {
  const { event, line } = link(draft, end);
  const { writer, seq, id, kind } = event;
  const attempt = kind === 'invocation' ? id : null;
  if ((await tx.run(INSERT, { writer, seq, id, kind, attempt, line })) === 1) return event;
  // Another process was faster with this attempt: its event is the one there is.
  const first = await tx.get(OF_ATTEMPT, { attempt: id });
  if (first === undefined) throw new Error('an event could not be appended');
  return eventOf(first.line);
}

async function checkpoint(tx: Tx, anchor: Anchor): Promise<EventDraft> {
  return {
    kind: 'checkpoint',
    id: crypto.randomUUID(),
    time: new Date(await tx.now()).toISOString(),
    subject: checkpointSubject(anchor),
  };
}

/** Reads an event as it is stored, also one that somebody has altered: to find that out is verification's. */
function eventOf(line: string): AuditEvent {
  const read = readEvent(line);
  return read.is === 'event' ? read.event : (JSON.parse(line) as AuditEvent);
}

function anchorOf({ writer, seq, line }: Stored): Anchor {
  return { writer, seq, hash: eventOf(line).hash };
}

const timeOf = ({ line }: Stored): string => eventOf(line).time;

/** Every writer's events in their order; those of several in the order of their times. */
async function* readAll(database: Database, query: AuditQuery = {}): AsyncIterable<AuditEvent> {
  const kinds = query.kinds && new Set(query.kinds);
  const kept: AuditEvent[] = [];
  for await (const event of merged(database, query.afterSeq ?? 0)) {
    if (kinds !== undefined && !kinds.has(event.kind)) continue;
    if (query.last === undefined) yield event;
    else {
      kept.push(event);
      if (kept.length > 2 * query.last + PAGE) kept.splice(0, kept.length - query.last);
    }
  }
  if (query.last !== undefined && query.last > 0) yield* kept.slice(-query.last);
}

async function* merged(database: Database, after: number): AsyncIterable<AuditEvent> {
  const writers = await database.read(tailsOf);
  const streams = writers.map(({ writer, seq }) =>
    ofWriter(database, { writer, after, until: seq }),
  );
  const heads = await Promise.all(streams.map(async (stream) => (await stream.next()).value));
  for (;;) {
    let first: number | undefined;
    for (const [at, head] of heads.entries()) {
      const least = first === undefined ? undefined : heads[first];
      if (head !== undefined && (least === undefined || head.time < least.time)) first = at;
    }
    const event = first === undefined ? undefined : heads[first];
    if (first === undefined || event === undefined) return;
    yield event;
    heads[first] = (await streams[first]?.next())?.value;
  }
}

async function* ofWriter(
  database: Database,
  of: { readonly writer: string; readonly after: number; readonly until: number },
): AsyncGenerator<AuditEvent, undefined> {
  const { writer, until } = of;
  for (let { after } = of; after < until;) {
    const seen = after;
    const rows = await database.read((tx) => tx.all(AFTER, { writer, after: seen }));
    if (rows.length === 0) return undefined;
    for (const { seq, line } of rows) {
      if (seq > until) return undefined;
      after = seq;
      yield eventOf(line);
    }
  }
  return undefined;
}
