import type { DoorStore } from '@sovereign/capabilities';
import type { SqlAuditSink } from '../audit/sql-sink.js';
import { tellMovedBack } from '../database/clock-mark.js';
import type { Database } from '../database/database.js';
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
    sweep: () =>
      database.write(async (tx) => {
        await keepTime(database, tx);
        await sweepKeys(tx);
        await sweepTurns(tx);
        return {
          pending: await sweepPending(tx),
          grants: await sweepGrants(tx),
          requests: await sweepRequests(tx),
          clockMovedBack: await tellMovedBack(tx),
        };
      }),
  });
}
