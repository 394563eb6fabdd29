import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

/** How long a finished proposal can still be asked after. */
const KEEP_MS = 86_400_000;

const ENDED = { state: 'expired', token_hash: null, token_until: null } as const;

const LAPSE = statement(({ db }) =>
  db
    .updateTable('sovereign_pending')
    .set(ENDED)
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'open'), where('expires_at', '<=', place('now'))]),
        where.and([where('state', '=', 'approved'), where('approved_until', '<=', place('now'))]),
      ]),
    )
    .returning('id'),
);
const END_ALL = statement(({ db }) =>
  db.updateTable('sovereign_pending').set(ENDED).where('state', 'in', ['open', 'approved']),
);
const FORGET = statement(({ db }) =>
  db
    .deleteFrom('sovereign_pending')
    .where('state', 'not in', ['open', 'approved'])
    .where('expires_at', '<', place('old')),
);

/** Ends what time has ended, forgets what is long finished; tells what was ended. */
export async function sweepPending(tx: Tx): Promise<readonly string[]> {
  const now = await tx.now();
  const lapsed = await tx.all(LAPSE, { now });
  await tx.run(FORGET, { old: now - KEEP_MS });
  return lapsed.map(({ id }) => id);
}

/** Ends everything that waits or was approved: the clock cannot be believed. */
export async function endAllPending(tx: Tx): Promise<void> {
  await tx.run(END_ALL);
}
