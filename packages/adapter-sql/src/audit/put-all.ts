import { link, type Anchor, type AuditEvent, type EventDraft } from '@sovereign/capabilities';
import { sql } from 'kysely';
import type { Tx } from '../database/database.js';
import { SqlStoreError } from '../database/sql-error.js';
import { place, statement } from '../database/statement.js';
import { eventOf } from './stored-event.js';

/** As many as there are, in one statement each: on a server each is a way there and back. */
const OF_ATTEMPTS = statement(({ db, dialect }) =>
  db
    .selectFrom('sovereign_audit')
    .select('line')
    .where(
      'attempt',
      'in',
      dialect === 'postgres'
        ? sql<string>`(SELECT json_array_elements_text(${place('attempts')}::json))`
        : sql<string>`(SELECT value FROM json_each(${place('attempts')}))`,
    ),
);
const INSERT_ALL = statement(({ db, dialect }) => ({
  compile: () =>
    sql`INSERT INTO sovereign_audit (writer, seq, id, kind, attempt, line) ${
      dialect === 'postgres'
        ? sql`SELECT writer, seq, id, kind, attempt, line FROM json_to_recordset(${place('rows')}::json)
            AS fresh (writer text, seq float8, id text, kind text, attempt text, line text)`
        : sql`SELECT value ->> 'writer', value ->> 'seq', value ->> 'id', value ->> 'kind',
            value ->> 'attempt', value ->> 'line' FROM json_each(${place('rows')}) WHERE true`
    } ON CONFLICT (attempt) DO NOTHING`.compile(db),
}));

/** What became of a draft: its event, or why it is none. */
export type Answer =
  { readonly event: AuditEvent } | { readonly event?: undefined; readonly thrown: unknown };

/** What became of many. */
export interface PutAll {
  readonly answers: readonly Answer[];
  /** The last that was put just now. */
  readonly last: AuditEvent | undefined;
}

/**
 * Puts many events at the end of a chain in their order. An attempt that has an event keeps it, and
 * what is no event stands in nobody's way.
 *
 * @throws SqlStoreError — when another process wrote of the same attempt at the same moment; run
 *   again, this finds it.
 */
export async function putAll(
  tx: Tx,
  drafts: readonly EventDraft[],
  begins: Anchor,
): Promise<PutAll> {
  const known = await knownAmong(tx, drafts);
  const rows: object[] = [];
  let last: AuditEvent | undefined;

  function answer(draft: EventDraft): AuditEvent {
    const { event, line } = link(draft, last ?? begins);
    const { writer, seq, id, kind } = event;
    const first = kind === 'invocation' ? known.get(id) : undefined;
    if (first !== undefined) return first;
    if (kind === 'invocation') known.set(id, event);
    rows.push({ writer, seq, id, kind, attempt: kind === 'invocation' ? id : null, line });
    last = event;
    return event;
  }

  const answers = drafts.map((draft): Answer => {
    try {
      return { event: answer(draft) };
    } catch (thrown) {
      return { thrown };
    }
  });
  if (rows.length > 0 && (await tx.run(INSERT_ALL, { rows: JSON.stringify(rows) })) !== rows.length)
    throw new SqlStoreError('conflict', 'another process wrote of the same attempt');
  return { answers, last };
}

/** The events that there are already of these attempts. */
async function knownAmong(tx: Tx, drafts: readonly EventDraft[]): Promise<Map<string, AuditEvent>> {
  // What is no id is of no event; whether a draft is one is found out later.
  const attempts = drafts
    .filter(({ kind, id }) => kind === 'invocation' && /^[\w.:@/-]{1,128}$/.test(id))
    .map(({ id }) => id);
  if (attempts.length === 0) return new Map();
  const rows = await tx.all(OF_ATTEMPTS, { attempts: JSON.stringify(attempts) });
  return new Map(rows.map(({ line }) => eventOf(line)).map((event) => [event.id, event]));
}
