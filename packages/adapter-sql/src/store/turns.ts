import type { IntentSteps } from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

/** A turn that was quiet for so long starts anew. */
const KEEP_MS = 30 * 86_400_000;

const COUNT = statement(({ db }) =>
  db
    .selectFrom('sovereign_turns')
    .select('runs')
    .where('turn', '=', place('turn'))
    .where('capability', '=', place('capability')),
);
const ADD = statement(({ db }) =>
  db
    .insertInto('sovereign_turns')
    .values({
      turn: place('turn'),
      capability: place('capability'),
      runs: 1,
      touched_at: place('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['turn', 'capability']).doUpdateSet((set) => ({
        runs: set('sovereign_turns.runs', '+', 1),
        touched_at: place('now'),
      })),
    ),
);
const ADD_WITHIN = statement(({ db }) =>
  db
    .insertInto('sovereign_turns')
    .values({
      turn: place('turn'),
      capability: place('capability'),
      runs: 1,
      touched_at: place('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['turn', 'capability'])
        .doUpdateSet((set) => ({
          runs: set('sovereign_turns.runs', '+', 1),
          touched_at: place('now'),
        }))
        .where('sovereign_turns.runs', '<', place('most')),
    ),
);
const FORGET = statement(({ db }) =>
  db.deleteFrom('sovereign_turns').where('touched_at', '<', place('old')),
);

/** Takes one of a turn's count; false where there is none left. */
export async function takeTurn(
  tx: Tx,
  of: {
    readonly turn: string;
    readonly capability: string;
    readonly most: number;
    readonly now: number;
  },
): Promise<boolean> {
  return (await tx.run(ADD_WITHIN, of)) === 1;
}

export async function sweepTurns(tx: Tx): Promise<void> {
  await tx.run(FORGET, { old: (await tx.now()) - KEEP_MS });
}

/** Keeps the counts of turns in a database. */
export function turnSteps(database: Database): Pick<IntentSteps, 'turnCount' | 'countTurn'> {
  return Object.freeze({
    turnCount: (turn: string, capability: string) =>
      database.read(async (tx) => (await tx.get(COUNT, { turn, capability }))?.runs ?? 0),
    countTurn: (turn: string, capability: string) =>
      database.write<void>(async (tx) => {
        await tx.run(ADD, { turn, capability, now: await tx.now() });
      }),
  });
}
