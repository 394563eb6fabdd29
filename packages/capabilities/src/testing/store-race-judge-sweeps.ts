import {
  reportsOf,
  type RaceReport,
  type RaceStores,
  type RaceSteps,
} from './store-race-reports.js';

/**
 * Names what is wrong with grants that lapsed: still live, or told to more than one caller, or to
 * none. What a process was told when it was killed is lost, and then nobody need have heard of it.
 */
export async function judgeSweeps(
  { store }: RaceStores,
  { lapsing }: RaceSteps,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const swept = reportsOf(reports, 'swept');
  const answered = new Set(swept.map(({ sweep }) => sweep));
  const isWhole = reportsOf(reports, 'sweeping').every(({ sweep }) => answered.has(sweep));
  const told = swept.flatMap(({ grants }) => grants);
  const violations: string[] = [];
  for (const id of lapsing) {
    const times = told.filter((one) => one === id).length;
    const state = (await store.findGrant(id))?.state ?? 'gone';
    if (state !== 'lapsed') violations.push(`grant ${id} has lapsed and is ${state}`);
    if (times > 1 || (times === 0 && isWhole))
      violations.push(`that grant ${id} lapsed was told ${times} times`);
  }
  return violations;
}
