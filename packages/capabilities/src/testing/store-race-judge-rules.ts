import { reportsOf, type RaceReport, type RaceStores } from './store-race-reports.js';

/** Names what is wrong with changes of the rules: two from one revision, or one that is lost. */
export async function judgeRules(
  { store }: RaceStores,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const changed = reportsOf(reports, 'revised').filter((one) => one.changed);
  const present = await store.policyRevision();
  const violations: string[] = [];
  for (const [from, { length }] of Map.groupBy(changed, (one) => one.from))
    if (length > 1) violations.push(`revision ${from} was changed ${length} times`);
  for (const { from, mark } of changed) {
    const { rules = [] } = (await store.policy(from + 1)) ?? {};
    const isKept = present > from && rules.some(({ id }) => id === mark);
    if (!isKept) violations.push(`the change ${mark} of revision ${from} is lost`);
  }
  return violations;
}
