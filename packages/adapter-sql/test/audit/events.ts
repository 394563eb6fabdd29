import { beginChain, type AuditEvent, type EventDraft } from '@sovereign/capabilities';
import type { Database, Tx } from '../../src/database/database.js';
import { openSqliteDatabase } from '../../src/database/sqlite.js';
import { endOf } from '../../src/audit/chain-ends.js';
import { put } from '../../src/audit/stored-event.js';
import { migrate } from '../../src/migrations/migrate.js';
import { onTestFinished } from 'vitest';
import { temporaryFile } from '../folder.js';

/** A database that is empty, gone after the test. */
export async function emptyDatabase(): Promise<Database> {
  const database = await openSqliteDatabase({ file: temporaryFile() });
  onTestFinished(() => database.close());
  await migrate(database);
  return database;
}

type Attempted = Extract<EventDraft, { readonly kind: 'invocation' }>;
type Notice = Exclude<EventDraft, Attempted>;

/** Something that is no attempt. */
export const notice = (kind: Notice['kind']): Notice => ({
  kind,
  id: crypto.randomUUID(),
  time: new Date(0).toISOString(),
});

/** What became of an attempt. */
export function attempt(id: string = crypto.randomUUID(), time = 0): Attempted {
  return {
    kind: 'invocation',
    id,
    time: new Date(time).toISOString(),
    capability: 'notes.read',
    stage_reached: 'executed',
    outcome: 'completed',
    duration_ms: 1,
  };
}

/** Puts an event at the end of a writer's chain. */
export async function putOf(
  tx: Tx,
  writer: string,
  draft: EventDraft = attempt(),
): Promise<AuditEvent> {
  return (await put(tx, draft, (await endOf(tx, writer)) ?? beginChain(writer))).event;
}
