import type { DoorStore } from '../store/door-store.js';
import {
  reportsOf,
  type RaceReport,
  type RaceStores,
  type ReportOf,
  type RaceSteps,
} from './store-race-reports.js';

/** How something that waited for an answer stands when all is over. */
interface Stands {
  readonly state: string;
  /** Whether this is the person, or the asker, who answered it. */
  readonly isBy: (name: string) => boolean;
}

type Decided = ReportOf<'decided'>;

/** Names what is wrong with answers: given twice, lost, refused for nothing, or with a grant too many. */
export async function judgeAnswers(
  { store }: RaceStores,
  scene: RaceSteps,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const decided = Map.groupBy(reportsOf(reports, 'decided'), ({ of }) => of);
  const given = Map.groupBy(await store.listGrants(), ({ source }) => source.id);
  const violations: string[] = [];
  for (const what of ['proposal', 'request'] as const)
    for (const id of what === 'proposal' ? scene.proposals : scene.requests) {
      const stands = await (what === 'proposal' ? proposalOf(store, id) : requestOf(store, id));
      const grants = (given.get(id) ?? []).map((grant) => grant.id);
      const found = [
        ...judgeAnswer(stands, decided.get(id) ?? []),
        ...judgeGiven(stands, decided.get(id) ?? [], grants),
      ];
      violations.push(...found.map((violation) => `${what} ${id} ${violation}`));
    }
  return violations;
}

async function proposalOf(store: DoorStore, id: string): Promise<Stands> {
  const pending = await store.findPending(id);
  return { state: pending?.state ?? 'gone', isBy: (name) => pending?.decidedBy === name };
}

async function requestOf(store: DoorStore, id: string): Promise<Stands> {
  const { state = 'gone', history = [] } = (await store.findRequest(id)) ?? {};
  const [asked, entry, ...more] = history;
  const isWhole = asked?.kind === 'asked' && entry?.kind === state && more.length === 0;
  return {
    state,
    isBy: (name) => isWhole && [name, `person:${name}`].includes(entry.by),
  };
}

function judgeAnswer({ state, isBy }: Stands, decided: readonly Decided[]): readonly string[] {
  const winners = decided.filter(({ changed }) => changed);
  const [first] = winners;
  if (first === undefined)
    return decided.length > 0 && state === 'open' ? ['was refused an answer, and still waits'] : [];
  const isKept = winners.some((one) => one.state === state && isBy(one.by));
  return [
    ...(winners.length > 1 ? [`was decided ${winners.length} times`] : []),
    ...(isKept ? [] : [`was ${first.state} by ${first.by}, and that is lost: it is ${state}`]),
  ];
}

/** There is the grant of the one who decided, and none of anybody else. */
function judgeGiven(
  { state }: Stands,
  decided: readonly Decided[],
  grants: readonly string[],
): readonly string[] {
  const winner = decided.find(({ changed }) => changed);
  const isYes = state === 'approved' || state === 'granted';
  // Who decided may have been killed before it said so: then one grant may be there, or none.
  const fits =
    winner === undefined
      ? grants.length <= (isYes ? 1 : 0)
      : grants.join() === (winner.grant ?? '');
  return fits
    ? []
    : [`is ${state}, was given ${winner?.grant ?? 'no grant'}, has [${grants.join()}]`];
}
