import type { Anchor } from '@sovereign/capabilities';
import { sql } from 'kysely';
import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { eventOf } from './stored-event.js';

/** The last event of a chain, as it is stored. */
export interface Stored {
  readonly writer: string;
  readonly seq: number;
  readonly line: string;
}

const LAST = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select(['writer', 'seq', 'line'])
    .orderBy('writer', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
);
const LAST_OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_audit')
    .select(['writer', 'seq', 'line'])
    .where('writer', '=', place('writer'))
    .orderBy('seq', 'desc')
    .limit(1),
);
/** From one writer to the next through the index: what it costs does not grow with their events. */
const ALL = statement<Stored>(({ db }) => ({
  compile: () =>
    sql<Stored>`
      WITH RECURSIVE writers (writer) AS (
        SELECT min(writer) FROM sovereign_audit
        UNION ALL
        SELECT (SELECT min(beyond.writer) FROM sovereign_audit AS beyond WHERE beyond.writer > writers.writer)
        FROM writers WHERE writers.writer IS NOT NULL
      )
      SELECT ended.writer, ended.seq, ended.line
      FROM writers JOIN sovereign_audit AS ended
        ON ended.writer = writers.writer
        AND ended.seq = (SELECT max(own.seq) FROM sovereign_audit AS own WHERE own.writer = writers.writer)
      ORDER BY ended.writer`.compile(db),
}));

/** Where the one chain of a file ends. */
export async function endOfFile(tx: Tx): Promise<Anchor | undefined> {
  return anchored(await tx.get(LAST));
}

/** Where one writer's chain ends. */
export async function endOf(tx: Tx, writer: string): Promise<Anchor | undefined> {
  return anchored(await tx.get(LAST_OF, { writer }));
}

/** Where every chain ends. */
export async function allEnds(tx: Tx): Promise<readonly Stored[]> {
  return tx.all(ALL);
}

export const anchorOf = ({ writer, seq, line }: Stored): Anchor => ({
  writer,
  seq,
  hash: eventOf(line).hash,
});

const anchored = (stored: Stored | undefined): Anchor | undefined => stored && anchorOf(stored);
