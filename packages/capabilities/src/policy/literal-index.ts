import { affixTable } from './affix-table.js';
import { firstOf, listFinder, type Accepts, type Finder, type Ordered } from './finder.js';
import { literalAutomaton } from './literal-automaton.js';

/** A literal that every text of a thing has, and where in it. */
export interface LiteralPlace {
  readonly at: 'start' | 'end' | 'inside';
  /** Never empty. */
  readonly literal: string;
}

/** A thing with all the literals it can be filed under. */
export interface Filed<Thing extends Ordered> {
  readonly thing: Thing;
  readonly places: readonly LiteralPlace[];
}

/** So few things are looked at one after the other. */
const FEW = 4;

/**
 * Files each thing under the one of its literals that the fewest others have; what still shares one
 * is filed by the literals that are left. So a text leads to the things whose literals it has, all of
 * them as far as that is needed, however many others there are.
 */
export function literalIndex<Thing extends Ordered, Query>(
  filed: readonly Filed<Thing>[],
  accepts: Accepts<Thing, Query>,
): Finder<Thing, Query> {
  if (filed.length <= FEW) return listFinder(thingsOf(filed), accepts);
  const shelves = shelve(filed);
  const under = (at: LiteralPlace['at']): ReadonlyMap<string, Finder<Thing, Query>> =>
    new Map([...shelves[at]].map(([literal, some]) => [literal, literalIndex(some, accepts)]));
  return firstOf(
    [
      listFinder(thingsOf(shelves.nowhere), accepts),
      affixTable(under('start'), accepts, 'start'),
      affixTable(under('end'), accepts, 'end'),
      literalAutomaton(under('inside')),
    ].filter(({ least }) => least < Infinity),
  );
}

type Shelf<Thing extends Ordered> = Map<string, Filed<Thing>[]>;
type Shelves<Thing extends Ordered> = Readonly<Record<LiteralPlace['at'], Shelf<Thing>>> & {
  /** What has no literal left. */
  readonly nowhere: readonly Filed<Thing>[];
};

function shelve<Thing extends Ordered>(filed: readonly Filed<Thing>[]): Shelves<Thing> {
  const sharedBy = countsOf(filed);
  const shelves = { start: new Map(), end: new Map(), inside: new Map() } as Record<
    LiteralPlace['at'],
    Shelf<Thing>
  >; // what an empty map is of is not inferred
  const nowhere: Filed<Thing>[] = [];
  for (const one of filed) {
    const { thing, places } = one;
    const [first, ...others] = places;
    if (first === undefined) {
      nowhere.push(one);
      continue;
    }
    const rarest = others.reduce(
      (best, place) => (countIn(sharedBy, place) < countIn(sharedBy, best) ? place : best),
      first,
    );
    const shelf = shelves[rarest.at];
    // INVARIANT: one literal less each time, so that filing comes to an end.
    const left = { thing, places: places.filter((place) => nameOf(place) !== nameOf(rarest)) };
    const same = shelf.get(rarest.literal);
    if (same === undefined) shelf.set(rarest.literal, [left]);
    else same.push(left);
  }
  return { ...shelves, nowhere };
}

type Counts = ReadonlyMap<string, number>;

function countsOf(filed: readonly Filed<Ordered>[]): Counts {
  const counts = new Map<string, number>();
  for (const { places } of filed)
    // A literal that stands in a thing twice is one reason to look at it.
    for (const name of new Set(places.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const nameOf = ({ at, literal }: LiteralPlace): string => `${at} ${literal}`;

const countIn = (counts: Counts, place: LiteralPlace): number => counts.get(nameOf(place)) ?? 0;

const thingsOf = <Thing extends Ordered>(filed: readonly Filed<Thing>[]): readonly Thing[] =>
  filed.map(({ thing }) => thing);
