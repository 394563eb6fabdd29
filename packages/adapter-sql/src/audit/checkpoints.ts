import {
  beginChain,
  checkpointSubject,
  type Anchor,
  type AuditEvent,
  type EventDraft,
} from '@sovereign/capabilities';
import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { allEnds, anchorOf, type Stored } from './chain-ends.js';
import { eventOf, put } from './stored-event.js';

/** How often one writer notes where the others stand. */
const EVERY_EVENTS = 1_000;
const EVERY_MS = 60_000;

const CLAIM = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: place('now') })
    .where('name', '=', 'checkpoint')
    .where('value', '<=', place('before')),
);
const NOTED = statement(({ db }) => db.selectFrom('sovereign_audit_noted').selectAll());
const NOTE = statement(({ db }) =>
  db
    .insertInto('sovereign_audit_noted')
    .values({ writer: place('writer'), seq: place('seq') })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet({ seq: place('seq') })),
);

/** Says in one chain where others stand, so that a cut tail of theirs is found out. */
export interface Checkpoints {
  /** Begins a chain: its first event says where the last writer of the same host ended. */
  begin(tx: Tx, writer: string): Promise<Anchor>;
  /** After an event of our own: notes where the others stand, where nobody did for a while. */
  follow(tx: Tx, own: AuditEvent): Promise<void>;
}

/** Keeps the chains of several writers tied together. */
export function checkpoints(monotonic: () => number): Checkpoints {
  let last = { at: -Infinity, seq: 0 };

  async function follow(tx: Tx, own: AuditEvent): Promise<void> {
    const isMany = own.seq - last.seq >= EVERY_EVENTS;
    if (!isMany && monotonic() - last.at < EVERY_MS) return;
    const now = await tx.now();
    const isOurs = (await tx.run(CLAIM, { now, before: isMany ? now : now - EVERY_MS })) === 1;
    // Also where somebody else has just done it. Where this step is undone, so is what was noted, and
    // it is noted the next time.
    last = { at: monotonic(), seq: own.seq };
    if (!isOurs) return;
    // One that has not moved since somebody noted it needs no second note.
    const noted = new Map((await tx.all(NOTED)).map(({ writer, seq }) => [writer, seq]));
    let end: Anchor = own;
    for (const other of await allEnds(tx))
      if (other.writer !== own.writer && other.seq > (noted.get(other.writer) ?? 0))
        end = await note(tx, other, end);
  }

  return Object.freeze<Checkpoints>({
    async begin(tx, writer) {
      const host = writer.slice(0, writer.indexOf(':') + 1);
      const before = (await allEnds(tx))
        .filter((one) => one.writer.startsWith(host))
        .sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))[0];
      return before === undefined ? beginChain(writer) : note(tx, before, beginChain(writer));
    },
    follow,
  });
}

/** Puts one checkpoint at the end of our chain, and gives the new end. */
async function note(tx: Tx, other: Stored, end: Anchor): Promise<Anchor> {
  const checkpoint: EventDraft = {
    kind: 'checkpoint',
    id: crypto.randomUUID(),
    time: new Date(await tx.now()).toISOString(),
    subject: checkpointSubject(anchorOf(other)),
  };
  const { event } = await put(tx, checkpoint, end);
  await tx.run(NOTE, { writer: other.writer, seq: other.seq });
  return event;
}

const timeOf = ({ line }: Stored): string => eventOf(line).time;
