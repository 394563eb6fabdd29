import type { TargetKind } from '../classification.js';
import { compileGlob, type Glob } from './glob.js';
import { searchBudget } from './search-budget.js';
import { targetStates, type Search } from './target-states.js';
import { isTarget } from './target-walk.js';

/** How much one comparison of two patterns may do. */
const STEPS_OF_A_COMPARISON = 300_000;

/** All targets that the same patterns fit, shown by one of them. */
export interface Region {
  /** The patterns that fit, by their place in the list that was given. */
  readonly fitting: ReadonlySet<number>;
  readonly witness: string;
}

/**
 * Yields each set of patterns that fit the same targets once, with one of those targets: everything
 * that a list of patterns can tell apart among the targets of one kind.
 */
export function* regionsOf(
  globs: readonly Glob[],
  kind: TargetKind,
  search: Search,
): Generator<Region, void, void> {
  const { about, budget } = search;
  const found = new Set<string>();
  const isNew = ({ fitting }: Region): boolean => {
    const list = [...fitting];
    const name = list.join();
    if (found.has(name) || (about !== undefined && !list.some((at) => about.has(at)))) return false;
    found.add(name);
    return true;
  };
  for (const state of targetStates(globs, kind, search)) {
    // What an exact pattern names is a region of its own, below.
    if (!isTarget(state, kind) || state.node?.isEnd === true) continue;
    const fitting = state.alive.flatMap(([at, places]) =>
      places.at(-1) === globs[at]?.tokens.length ? at : [],
    );
    const region = { fitting: new Set(fitting), witness: state.text };
    if (isNew(region)) yield region;
  }
  for (const witness of exactOf(globs, about)) {
    if (!budget.take(globs.length)) return;
    const fitting = globs.flatMap((glob, at) => (glob.matches(witness) ? at : []));
    const region = { fitting: new Set(fitting), witness };
    if (isNew(region)) yield region;
  }
}

/** The targets that are named alone; with `about`, those of which one of these fits. */
function exactOf(globs: readonly Glob[], about: Search['about']): ReadonlySet<string> {
  const exact = new Set(globs.flatMap((glob) => (glob.exact ? glob.pattern : [])));
  if (about === undefined) return exact;
  const some = [...about].flatMap((at) => globs[at] ?? []);
  if (some.every((glob) => glob.exact)) return new Set(some.map(({ pattern }) => pattern));
  return new Set([...exact].filter((target) => some.some((glob) => glob.matches(target))));
}

/** Tells whether every target that one pattern fits is fitted by the other too; false where that cannot be told. */
export function coversGlob(wide: string, narrow: string, kind: TargetKind): boolean {
  const [all, some] = [compileGlob(kind, wide), compileGlob(kind, narrow)];
  if (all === undefined || some === undefined) return false;
  if (some.exact) return all.matches(some.pattern);
  // No target is empty, but a parameter may be, and is looked at as a name is.
  if (kind === 'name' && some.matches('') && !all.matches('')) return false;
  const budget = searchBudget(STEPS_OF_A_COMPARISON);
  for (const { fitting } of regionsOf([all, some], kind, { about: new Set([1]), budget }))
    if (!fitting.has(0)) return false;
  return !budget.isSpent;
}
