import type { IntentSteps, Json, Recorded, Settled } from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import type { KeyRow } from '../database/tables.js';
import { KEEP_KEY_MS } from './bring-back.js';
import { frozen } from './frozen.js';
import { dropOldResults } from './held-results.js';

/** After how many new bytes of results the oldest are dropped, however far apart sweeps are. */
const DROP_EVERY_BYTES = 1_048_576;

const FIND = statement(({ db }) =>
  db
    .selectFrom('sovereign_keys')
    .selectAll()
    .where('principal', '=', place('principal'))
    .where('key', '=', place('key')),
);
/** Takes a key that is free, or that has lapsed. */
const TAKE = statement(({ db }) =>
  db
    .insertInto('sovereign_keys')
    .values({
      principal: place('principal'),
      key: place('key'),
      attempt: place('attempt'),
      fingerprint: place('fingerprint'),
      until: place('until'),
      settled: null,
      result: null,
      result_bytes: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['principal', 'key'])
        .doUpdateSet({
          attempt: place('attempt'),
          fingerprint: place('fingerprint'),
          until: place('until'),
          settled: null,
          result: null,
          result_bytes: 0,
        })
        .where('sovereign_keys.until', '<=', place('now')),
    ),
);
const SETTLE = statement(({ db }) =>
  db
    .updateTable('sovereign_keys')
    .set({
      until: place('until'),
      settled: place('settled'),
      result: place('result'),
      result_bytes: place('result_bytes'),
    })
    .where('principal', '=', place('principal'))
    .where('key', '=', place('key'))
    .where('attempt', '=', place('attempt'))
    .where('until', '>', place('now')),
);
const FORGET = statement(({ db }) =>
  db.deleteFrom('sovereign_keys').where('until', '<=', place('now')),
);
interface Attempt {
  readonly id: string;
  readonly principal: string;
  readonly key: string;
}

/** Takes a key for an attempt, for as long as it may take and a day; false where another one has it. */
export async function takeKey(
  tx: Tx,
  attempt: Attempt & {
    readonly fingerprint: string;
    readonly deadline: number;
    readonly now: number;
  },
): Promise<boolean> {
  const { id, principal, key, fingerprint, deadline, now } = attempt;
  const until = deadline + KEEP_KEY_MS;
  return (await tx.run(TAKE, { principal, key, attempt: id, fingerprint, until, now })) === 1;
}

/** Writes down what an attempt came to, unless its key has lapsed and is another one's by now. */
export type SettleKey = (tx: Tx, attempt: Attempt, settled: Settled) => Promise<void>;

/** Makes that step of one store. */
export function settlingKeys(): SettleKey {
  let undropped = 0;
  return async (tx, { id, principal, key }, { result, ...outcome }) => {
    const now = await tx.now();
    const text = result === undefined ? null : JSON.stringify(result);
    const bytes = Buffer.byteLength(text ?? '');
    await tx.run(SETTLE, {
      principal,
      key,
      attempt: id,
      now,
      until: now + KEEP_KEY_MS,
      settled: JSON.stringify(outcome),
      result: text,
      result_bytes: bytes,
    });
    undropped += bytes;
    if (undropped < DROP_EVERY_BYTES) return;
    undropped = 0;
    await dropOldResults(tx);
  };
}

/** Forgets what lapsed, and the oldest results where there are too many bytes of them. */
export async function sweepKeys(tx: Tx): Promise<void> {
  await tx.run(FORGET, { now: await tx.now() });
  await dropOldResults(tx);
}

function recordedOf(row: KeyRow | undefined, fingerprint: string, now: number): Recorded {
  if (row === undefined || row.until <= now) return { state: 'unseen' };
  if (row.fingerprint !== fingerprint) return { state: 'conflict' };
  if (row.settled === null) return { state: 'running' };
  const settled: Settled = {
    ...(JSON.parse(row.settled) as Settled), // INVARIANT: written by `settlingKeys`
    ...(row.result !== null && { result: JSON.parse(row.result) as Json }),
  };
  return frozen({ state: 'settled', settled });
}

/** Looks up what is known under a key. */
export function keySteps(database: Database): Pick<IntentSteps, 'recorded'> {
  return Object.freeze<Pick<IntentSteps, 'recorded'>>({
    recorded: (principal, key, fingerprint) =>
      database.read(async (tx) =>
        recordedOf(await tx.get(FIND, { principal, key }), fingerprint, await tx.now()),
      ),
  });
}
