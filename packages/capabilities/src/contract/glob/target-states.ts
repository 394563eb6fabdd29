import type { TargetKind } from '../classification.js';
import { SEPARATOR, type Glob } from './glob.js';
import { advance, startOf } from './glob-places.js';
import { pointTree, type PointTree } from './point-tree.js';
import type { SearchBudget } from './search-budget.js';
import { mayFollow, otherPoint, tailAfter, type Growing } from './target-walk.js';

/** A pattern, by its place in the list, that can still fit, and the places it may be at. */
type Alive = readonly [pattern: number, places: readonly number[]];

/** All texts after which the patterns with wildcards are at the same places, shown by one of them. */
export interface TargetState extends Growing {
  readonly alive: readonly Alive[];
  /** Where the text is the beginning of an exact pattern too. */
  readonly node: PointTree | undefined;
}

/** What is looked for in a walk over all targets, and how long. */
export interface Search {
  /** Only targets that one of these patterns fits, by their place in the list; else all targets. */
  readonly about?: ReadonlySet<number> | undefined;
  /** Where it is spent when the walk ends, something may be missing. */
  readonly budget: SearchBudget;
}

/**
 * Walks everything that a target of one kind can be, as far as patterns tell targets apart: the
 * subset construction, over the code points that some pattern waits for and one that none does.
 *
 * A text with which no exact pattern begins stands for all of its state: such texts are gone on from
 * first, and others only while there is none. So exact patterns cost next to nothing, and every state
 * has a text that is none of them, if there is one.
 */
export function* targetStates(
  globs: readonly Glob[],
  kind: TargetKind,
  { about, budget }: Search,
): Generator<TargetState, void, void> {
  const free: TargetState[] = [];
  const bound: TargetState[] = [];
  const seen = new Set<string>();
  const isOfInterest = ({ alive }: TargetState): boolean =>
    about === undefined || alive.some(([at]) => about.has(at));
  const visit = (state: TargetState): void => {
    const name = nameOf(state);
    if (seen.has(name) || !isOfInterest(state)) return;
    if (state.node === undefined) seen.add(name);
    (state.node === undefined ? free : bound).push(state);
  };
  visit(firstState(globs));
  for (let [ofFree, ofBound] = [0, 0]; ;) {
    const state = free[ofFree] ?? bound[ofBound];
    if (state === undefined) return;
    if (ofFree < free.length) ofFree += 1;
    else {
      ofBound += 1;
      if (seen.has(nameOf(state))) continue;
    }
    yield state;
    const points = pointsAfter(state, globs, kind);
    if (!budget.take(points.length * weightOf(state))) return;
    for (const point of points) visit(stateAfter(state, point, { globs, kind }));
  }
}

function firstState(globs: readonly Glob[]): TargetState {
  const alive = globs.flatMap((glob, at): readonly Alive[] =>
    glob.exact ? [] : [[at, startOf(glob)]],
  );
  const exact = globs.flatMap(({ exact: isExact, pattern }) => (isExact ? pattern : []));
  return { text: '', tail: 'nothing', alive, node: pointTree(exact) };
}

/** The code points after which something may be otherwise. */
function pointsAfter(
  state: TargetState,
  globs: readonly Glob[],
  kind: TargetKind,
): readonly string[] {
  const points = new Set<string>(state.node?.next.keys());
  for (const point of [SEPARATOR[kind], kind === 'path' ? '.' : undefined])
    if (point !== undefined) points.add(point);
  for (const [at, places] of state.alive)
    for (const place of places) {
      const token = globs[at]?.tokens[place];
      if (typeof token === 'string') points.add(token);
    }
  const other = otherPoint(points, kind);
  if (other !== undefined) points.add(other);
  return [...points].filter((point) => mayFollow(state, point, kind));
}

interface Patterns {
  readonly globs: readonly Glob[];
  readonly kind: TargetKind;
}

function stateAfter(state: TargetState, point: string, { globs, kind }: Patterns): TargetState {
  const alive: Alive[] = [];
  for (const [at, places] of state.alive) {
    const glob = globs[at];
    const next = glob === undefined ? [] : advance(glob, places, point);
    if (next.length > 0) alive.push([at, next]);
  }
  return {
    text: state.text + point,
    tail: tailAfter(state.tail, point, kind),
    alive,
    node: state.node?.next.get(point),
  };
}

const nameOf = ({ text, tail, alive }: TargetState): string =>
  `${text === '' ? 'start' : tail} ${alive.map(([at, places]) => `${at}:${places.join()}`).join('|')}`;

/** How much it is to go on from a state by one code point. */
const weightOf = ({ alive }: TargetState): number =>
  alive.reduce((sum, [, places]) => sum + places.length, 1);
