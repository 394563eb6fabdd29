import type { TargetKind } from '../classification.js';
import { advance, compileGlob, SEPARATOR, startOf, type Glob } from './glob.js';

/** How many states are walked before a walk gives up. */
const MAX_STATES = 20_000;

/** All targets that the same patterns fit, shown by one of them. */
export interface Region {
  /** The patterns that fit, by their place in the list that was given. */
  readonly fitting: ReadonlySet<number>;
  /** A shortest target of this region. */
  readonly witness: string;
}

/** What a list of patterns can tell apart. */
export interface Regions {
  readonly regions: readonly Region[];
  /** False where there were more states than are walked: some regions may be missing. */
  readonly complete: boolean;
}

interface State {
  /** Of each pattern, the places it may be at. */
  readonly places: readonly (readonly number[])[];
  readonly witness: string;
}

/**
 * Walks everything that a target of one kind can be, as far as a list of patterns tells targets
 * apart: the subset construction, over the characters that the patterns name and one that none does.
 */
export function regionsOf(globs: readonly Glob[], kind: TargetKind): Regions {
  const separator = SEPARATOR[kind];
  const points = alphabet(globs, separator);
  const queue: State[] = [{ places: globs.map(startOf), witness: '' }];
  const seen = new Set<string>();
  const found = new Map<string, Region>();
  for (const { places, witness } of queue) {
    if (isTarget(witness, kind)) {
      const fitting = globs.flatMap((glob, at) =>
        places[at]?.at(-1) === glob.tokens.length ? [at] : [],
      );
      const name = fitting.join();
      if (!found.has(name)) found.set(name, { fitting: new Set(fitting), witness });
    }
    for (const point of points) {
      if (!mayFollow(witness, point, kind)) continue;
      const next = globs.map((glob, at) => advance(glob, places[at] ?? [], point));
      // What may come next depends on whether a separator was the last.
      const name = `${String(point === separator)}|${next.map((at) => at.join()).join('|')}`;
      if (seen.has(name)) continue;
      if (seen.size >= MAX_STATES) return { regions: [...found.values()], complete: false };
      seen.add(name);
      queue.push({ places: next, witness: witness + point });
    }
  }
  return { regions: [...found.values()], complete: true };
}

/** Tells whether every target that one pattern fits is fitted by the other too; false where that cannot be told. */
export function coversGlob(wide: string, narrow: string, kind: TargetKind): boolean {
  const [all, some] = [compileGlob(kind, wide), compileGlob(kind, narrow)];
  if (all === undefined || some === undefined) return false;
  const { regions, complete } = regionsOf([all, some], kind);
  return complete && regions.every(({ fitting }) => !fitting.has(1) || fitting.has(0));
}

/** Every character that makes a difference, and one that makes none. */
function alphabet(globs: readonly Glob[], separator: string | undefined): readonly string[] {
  const points = new Set<string>(separator === undefined ? [] : [separator]);
  for (const { tokens } of globs)
    for (const token of tokens) if (typeof token === 'string') points.add(token);
  const other = [...'abcdefghijklmnopqrstuvwxyz0123456789-_'].find((point) => !points.has(point));
  points.add(other ?? '\u{e000}');
  return [...points];
}

/** Paths begin with their separator; hosts have nothing empty between two. */
function mayFollow(before: string, point: string, kind: TargetKind): boolean {
  const separator = SEPARATOR[kind];
  if (kind === 'path' && before === '') return point === '/';
  if (kind === 'host' && before === '') return point !== '.';
  return point !== separator || !before.endsWith(separator);
}

function isTarget(text: string, kind: TargetKind): boolean {
  const separator = SEPARATOR[kind];
  if (text === '') return false;
  return separator === undefined || text === '/' || !text.endsWith(separator);
}
