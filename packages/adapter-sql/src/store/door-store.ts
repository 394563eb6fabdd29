import type { Awaitable, DoorStore, Swept } from '@sovereign/capabilities';
import type { SqlAuditSink } from '../audit/sql-sink.js';
import { isUntold, tellMovedBack } from '../database/clock-mark.js';
import type { Database, Tx } from '../database/database.js';
import { addGrant, grantSteps, sweepGrants } from './grants.js';
import { intentSteps } from './intents.js';
import { keySteps, sweepKeys } from './keys.js';
import { sweepPending } from './pending-ends.js';
import { pendingSteps } from './pendings.js';
import { policySteps } from './policies.js';
import { requestSteps, sweepRequests } from './requests.js';
import { keepTime, settleClock } from './settle-clock.js';
import { sweepTurns, turnSteps } from './turns.js';

/** Keeps what a door remembers in a database. Every method is one transaction, all or none. */
export async function sqlDoorStore(database: Database, sink: SqlAuditSink): Promise<DoorStore> {
  await settleClock(database);
  return Object.freeze<DoorStore>({
    sink,
    now: () => database.read((tx) => tx.now()),
    ...pendingSteps(database, addGrant),
    ...turnSteps(database),
    ...keySteps(database),
    ...intentSteps(database, sink),
    ...grantSteps(database),
    ...requestSteps(database, addGrant),
    ...policySteps(database),
    async sweep(moved) {
      if (moved === undefined) return database.write((tx) => sweep(database, tx, tellMovedBack));
      if (!(await database.read(isUntold)))
        return database.write((tx) => sweep(database, tx, () => false));
      return database.writeInOrder((tx) =>
        sweep(database, tx, async () => {
          if (!(await tellMovedBack(tx))) return false;
          // It counts as told where it is on record, and nowhere else.
          await sink.appendIn(tx, moved);
          return true;
        }),
      );
    },
  });
}

async function sweep(
  database: Database,
  tx: Tx,
  told: (tx: Tx) => Awaitable<boolean>,
): Promise<Swept> {
  await keepTime(database, tx);
  await sweepKeys(tx);
  await sweepTurns(tx);
  return {
    pending: await sweepPending(tx),
    grants: await sweepGrants(tx),
    requests: await sweepRequests(tx),
    clockMovedBack: await told(tx),
  };
}
