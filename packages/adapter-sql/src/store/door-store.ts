import type { DoorStore } from '@sovereign/capabilities';
import type { SqlAuditSink } from '../audit/sql-sink.js';
import { RAISE_MARK, readMark, resetMark, TOLERANCE_MS } from '../database/clock-mark.js';
import type { Database, Tx } from '../database/database.js';
import { addGrant, endAllGrants, grantSteps, sweepGrants } from './grants.js';
import { intentSteps } from './intents.js';
import { keySteps, sweepKeys } from './keys.js';
import { endAllPending, pendingSteps, sweepPending } from './pendings.js';
import { policySteps } from './policies.js';
import { requestSteps, sweepRequests } from './requests.js';
import { sweepTurns, turnSteps } from './turns.js';

/**
 * Keeps what a door remembers in a database. Every method is one transaction, all or none.
 *
 * Where this process starts well behind the highest time that was ever seen, everything that waits
 * or was given is ended first, and the next sweep tells so.
 */
export async function sqlDoorStore(database: Database, sink: SqlAuditSink): Promise<DoorStore> {
  let movedBack = await settleClock(database);
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
        database.notBefore(await readMark(tx));
        await tx.run(RAISE_MARK, { now: await tx.now() });
        const clockMovedBack = movedBack;
        movedBack = false;
        await sweepKeys(tx);
        await sweepTurns(tx);
        return {
          pending: await sweepPending(tx),
          grants: await sweepGrants(tx),
          requests: await sweepRequests(tx),
          clockMovedBack,
        };
      }),
  });
}

/** Takes up the time where it was left. True where it was left later than it is now. */
async function settleClock(database: Database): Promise<boolean> {
  const mark = await database.write(async (tx: Tx) => {
    const seen = await readMark(tx);
    const now = await tx.now();
    if (now >= seen - TOLERANCE_MS) {
      await tx.run(RAISE_MARK, { now });
      return { seen: Math.max(seen, now), movedBack: false };
    }
    await endAllPending(tx);
    await endAllGrants(tx);
    await resetMark(tx, now);
    return { seen: now, movedBack: true };
  });
  database.notBefore(mark.seen);
  return mark.movedBack;
}
