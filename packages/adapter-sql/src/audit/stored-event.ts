import {
  link,
  readEvent,
  type Anchor,
  type AuditEvent,
  type EventDraft,
} from '@sovereign/capabilities';
import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

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

/** What was put, or what stood there already. */
export interface Put {
  readonly event: AuditEvent;
  /** Whether it was put just now, so that its chain ends with it. */
  readonly isNew: boolean;
}

/** Puts an event at the end of a chain, unless its attempt has one: then that is the one there is, whoever wrote it. */
export async function put(tx: Tx, draft: EventDraft, end: Anchor): Promise<Put> {
  const { event, line } = link(draft, end);
  const { writer, seq, id, kind } = event;
  const attempt = kind === 'invocation' ? id : null;
  if ((await tx.run(INSERT, { writer, seq, id, kind, attempt, line })) === 1)
    return { event, isNew: true };
  const first = await tx.get(OF_ATTEMPT, { attempt: id });
  if (first === undefined) throw new Error('an event could not be appended');
  return { event: eventOf(first.line), isNew: false };
}

/** Reads an event as it is stored, also one that somebody has altered: to find that out is verification's. */
export function eventOf(line: string): AuditEvent {
  const read = readEvent(line);
  return read.is === 'event' ? read.event : (JSON.parse(line) as AuditEvent);
}
