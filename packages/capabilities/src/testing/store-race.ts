import { drawing } from './store-race-draw.js';
import {
  attemptAtDoor,
  judgeDoor,
  prepareDoor,
  raceDoor,
  RACE_TIMEOUT_MS,
} from './store-race-door.js';
import { judgeAnswers } from './store-race-judge-answers.js';
import { judgeAttempts } from './store-race-judge-attempts.js';
import { judgeEvents } from './store-race-judge-events.js';
import { judgeRules } from './store-race-judge-rules.js';
import { judgeSweeps } from './store-race-judge-sweeps.js';
import { prepareSteps } from './store-race-prepare.js';
import type {
  RaceOptions,
  RaceReport,
  RaceScene,
  RaceSize,
  RaceStores,
} from './store-race-reports.js';
import { takeStep } from './store-race-steps.js';

/** How long after the last attempt what was begun and lost can be closed. */
export const RACE_OVERDUE_MS = 2 * RACE_TIMEOUT_MS + 5_000;

/** Fills a store that holds nothing yet with what there is to race for. */
export async function prepareRace(stores: RaceStores, size: RaceSize): Promise<RaceScene> {
  const door = await prepareDoor(stores, size);
  return { ...door, steps: await prepareSteps(stores, size) };
}

/**
 * Runs in each racing process, in an order of its own: redeems approvals and uses grants through the
 * door, and between that does at the store itself whatever processes race for.
 */
export async function runRace(
  stores: RaceStores,
  scene: RaceScene,
  { seed, attempts, report }: RaceOptions,
): Promise<void> {
  const executor = raceDoor(stores, report);
  const draw = drawing(seed);
  const racer = { stores, scene: scene.steps, draw, report };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await attemptAtDoor(executor, scene, { draw, report });
    await takeStep(racer);
  }
}

/**
 * Judges a race that is over, from what all processes reported and from what the stores hold: every
 * violation in words, none where all held. Call it {@link RACE_OVERDUE_MS} after the last attempt.
 */
export async function judgeRace(
  stores: RaceStores,
  scene: RaceScene,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const { store, sink } = stores;
  const last = await store.sweep();
  const told: readonly RaceReport[] = [
    ...reports,
    { is: 'swept', sweep: 'the last', grants: last.grants.map(({ id }) => id) },
  ];
  await raceDoor(stores, () => undefined).sweep();
  const lost = (await store.overdue()).map(({ id }) => `attempt ${id} was begun and never closed`);
  return [
    ...lost,
    ...(await judgeDoor(stores, scene, told)),
    ...(await judgeAttempts(stores, scene.steps, told)),
    ...(await judgeAnswers(stores, scene.steps, told)),
    ...(await judgeSweeps(stores, scene.steps, told)),
    ...(await judgeRules(stores, told)),
    ...(sink === undefined ? [] : await judgeEvents(sink, told)),
  ];
}
