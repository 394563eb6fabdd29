import type { AuditEvent, AuditQuery } from '@sovereign/capabilities';
import type { Database } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { allEnds } from './chain-ends.js';
import { eventOf } from './stored-event.js';

/** How many events are read at a time. */
const PAGE = 500;

const AFTER = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select(['seq', 'line'])
    .where('writer', '=', place('writer'))
    .where('seq', '>', place('after'))
    .orderBy('seq')
    .limit(PAGE),
);

/** Every writer's events in their order; those of several in the order of their times. */
export async function* readAll(
  database: Database,
  query: AuditQuery = {},
): AsyncIterable<AuditEvent> {
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
  const writers = await database.read((tx) => allEnds(tx));
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
