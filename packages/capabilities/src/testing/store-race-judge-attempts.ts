import type { Settled } from '../store/intent-steps.js';
import { RACER } from './store-race-attempts.js';
import {
  reportsOf,
  type RacePrize,
  type RaceReport,
  type RaceStores,
  type ReportOf,
  type RaceSteps,
} from './store-race-reports.js';

/** Names what is wrong with what was begun at the store: begun too often, or lost. */
export async function judgeAttempts(
  stores: RaceStores,
  scene: RaceSteps,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const began = reportsOf(reports, 'began');
  const timesOf = (by: RacePrize, of: string): number =>
    began.filter((one) => one.by === by && one.of === of).length;
  return [
    ...(await judgeTokens(stores, scene, timesOf)),
    ...(await judgeGrants(stores, scene, timesOf)),
    ...(await judgeTurns(stores, scene, timesOf)),
    ...scene.keys
      .filter((key) => timesOf('key', key) > 1)
      .map((key) => `key ${key} let ${timesOf('key', key)} attempts begin`),
    ...began
      .filter(({ by }) => by === 'rules')
      .map(({ attempt }) => `attempt ${attempt} began under rules that were over`),
    ...(await judgeEnds(stores, reports)),
    ...(await judgeRefusals(stores, reports)),
  ];
}

type TimesOf = (by: RacePrize, of: string) => number;

async function judgeTokens(
  { store }: RaceStores,
  { tokens }: RaceSteps,
  timesOf: TimesOf,
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const id of tokens) {
    const times = timesOf('token', id);
    const state = (await store.findPending(id))?.state ?? 'gone';
    if (times > 1) violations.push(`proposal ${id} let ${times} attempts begin`);
    if (times > 0 && state !== 'spent') violations.push(`proposal ${id} was used and is ${state}`);
  }
  return violations;
}

async function judgeGrants(
  { store }: RaceStores,
  { grants }: RaceSteps,
  timesOf: TimesOf,
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const { id, uses } of grants) {
    const times = timesOf('grant', id);
    const { used = 0, state = 'gone' } = (await store.findGrant(id)) ?? {};
    if (times > uses) violations.push(`grant ${id} let ${times} attempts begin, of ${uses}`);
    if (used < times || used > uses)
      violations.push(`grant ${id} counts ${used} uses of ${uses}, and ${times} began`);
    if ((used === uses) !== (state === 'spent'))
      violations.push(`grant ${id} counts ${used} uses of ${uses} and is ${state}`);
  }
  return violations;
}

async function judgeTurns(
  { store }: RaceStores,
  { turns, perTurn }: RaceSteps,
  timesOf: TimesOf,
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const turn of turns) {
    const times = timesOf('turn', turn);
    const count = await store.turnCount(turn, 'race.touch');
    if (times > perTurn) violations.push(`${turn} let ${times} attempts begin, of ${perTurn}`);
    if (count < times || count > perTurn)
      violations.push(`${turn} counts ${count} of ${perTurn}, and ${times} began`);
  }
  return violations;
}

/** Each attempt ends once, and its key remembers that end. */
async function judgeEnds(
  { store }: RaceStores,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  const ends = new Map<string, ReportOf<'ended'>[]>();
  for (const end of reportsOf(reports, 'ended'))
    if (end.counted) ends.set(end.attempt, [...(ends.get(end.attempt) ?? []), end]);
  for (const [attempt, { length }] of ends)
    if (length > 1) violations.push(`attempt ${attempt} ended ${length} times`);
  for (const { attempt, key, fingerprint } of reportsOf(reports, 'began')) {
    const known = await store.recorded(RACER, key, fingerprint);
    const [told] = ends.get(attempt) ?? [];
    if (known.state !== 'settled')
      violations.push(`attempt ${attempt} began and neither ended nor was closed`);
    else if (told !== undefined && !isTheSame(told, known.settled))
      violations.push(`attempt ${attempt} is remembered otherwise than it ended`);
  }
  return violations;
}

function isTheSame({ mark }: ReportOf<'ended'>, { outcome, resultBytes }: Settled): boolean {
  return mark === undefined ? outcome === 'unknown' : resultBytes === mark;
}

/** What was refused has left nothing under the key that was its own. */
async function judgeRefusals(
  { store }: RaceStores,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const { attempt, by, key, fingerprint } of reportsOf(reports, 'refused')) {
    if (by === 'key') continue;
    const { state } = await store.recorded(RACER, key, fingerprint);
    if (state !== 'unseen') violations.push(`attempt ${attempt} was refused, and is ${state}`);
  }
  return violations;
}
