import { moveMarkBack, RAISE_MARK, readMark, TOLERANCE_MS } from '../database/clock-mark.js';
import type { Database, Tx } from '../database/database.js';
import { bringBack } from './bring-back.js';
import { endAllGrants } from './grants.js';
import { endAllPending } from './pending-ends.js';

/**
 * Takes up the time where it was left. Where this process starts well behind that, everything that
 * waits or was given ends, whatever else was written counts from here, and so does time.
 *
 * Source: decision «Time».
 */
export async function settleClock(database: Database): Promise<void> {
  const latest = await database.write(async (tx) => {
    // Of several that start at once, the first settles it for all.
    await tx.alone('clock');
    const seen = await readMark(tx);
    const now = await tx.now();
    if (now < seen - TOLERANCE_MS) {
      await endAllPending(tx);
      await endAllGrants(tx);
      await bringBack(tx, now);
      await moveMarkBack(tx, now);
      return now;
    }
    await tx.run(RAISE_MARK, { now });
    return Math.max(seen, now);
  });
  database.notBefore(latest);
}

/** Takes over how late it is for others, where that is later, and writes down how late it is here. */
export async function keepTime(database: Database, tx: Tx): Promise<void> {
  database.notBefore(await readMark(tx));
  await tx.run(RAISE_MARK, { now: await tx.now() });
}
