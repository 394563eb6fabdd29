import {
  beginChain,
  type Anchor,
  type AuditEvent,
  type AuditSink,
  type EventDraft,
} from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { appendTogether } from './append-together.js';
import { endOf, endOfFile } from './chain-ends.js';
import { checkpoints } from './checkpoints.js';
import { putAll, type Answer } from './put-all.js';
import { readAll } from './read-all.js';
import { put } from './stored-event.js';

/** A sink in a database, which can also append within a step on the same one. */
export interface SqlAuditSink extends AuditSink {
  append(draft: EventDraft): Promise<AuditEvent>;
  /** Appends within a step that runs in order with the appends. */
  appendIn(tx: Tx, draft: EventDraft): Promise<AuditEvent>;
}

/**
 * Keeps the audit in a database. A SQLite file is one writer, whichever process appends. On
 * PostgreSQL each process is one; its first event says where the last writer of the same host
 * ended, and now and then one of them says where all stand.
 *
 * Source: decision «Chains».
 */
export function sqlAuditSink(database: Database): SqlAuditSink {
  const { dialect, writer } = database;
  const others = checkpoints(() => performance.now());

  async function appendIn(tx: Tx, draft: EventDraft): Promise<AuditEvent> {
    const { event, isNew } = await put(tx, draft, await end(tx));
    // Behind an event that stood there already, or in another's chain, there is nothing to add.
    if (isNew && dialect === 'postgres') await others.follow(tx, event);
    return event;
  }

  async function appendAll(tx: Tx, drafts: readonly EventDraft[]): Promise<readonly Answer[]> {
    const [only] = drafts;
    if (only !== undefined && drafts.length === 1) return [{ event: await appendIn(tx, only) }];
    const { answers, last } = await putAll(tx, drafts, await end(tx));
    if (last !== undefined && dialect === 'postgres') await others.follow(tx, last);
    return answers;
  }

  /** Where this writer's chain ends; begins it where there is none. */
  async function end(tx: Tx): Promise<Anchor> {
    return dialect === 'sqlite'
      ? ((await endOfFile(tx)) ?? beginChain(`sqlite:${crypto.randomUUID()}`))
      : ((await endOf(tx, writer)) ?? others.begin(tx, writer));
  }

  return Object.freeze<SqlAuditSink>({
    append: appendTogether(database, appendAll),
    appendIn,
    read: (query) => readAll(database, query),
  });
}
