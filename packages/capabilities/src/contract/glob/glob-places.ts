import { ANY, ANY_RUN, RUN, type Token } from './glob-syntax.js';

/** What a walk through a pattern looks at. */
export interface Places {
  readonly tokens: readonly Token[];
  /** What `*` and `?` stop at; undefined where nothing separates. */
  readonly separator: string | undefined;
}

/** The places of a pattern before the first code point, in ascending order. */
export function startOf({ tokens }: Places): readonly number[] {
  const places: number[] = [];
  enter(tokens, places, 0);
  return places;
}

/** The places of a pattern after one more code point, in ascending order; the last is its length where it fits. */
export function advance(
  { tokens, separator }: Places,
  places: readonly number[],
  point: string,
): readonly number[] {
  const next: number[] = [];
  for (const place of places) {
    const token = tokens[place];
    if (token === undefined) continue;
    if (token === ANY_RUN || (token === RUN && point !== separator)) enter(tokens, next, place);
    else if (token === ANY ? point !== separator : token === point) enter(tokens, next, place + 1);
  }
  return next;
}

/** Adds a place, and those behind the runs that may be empty; places come in ascending order. */
function enter(tokens: readonly Token[], places: number[], place: number): void {
  for (let at = place; ; at += 1) {
    const last = places.at(-1);
    if (last === undefined || at > last) places.push(at);
    const token = tokens[at];
    if (token !== RUN && token !== ANY_RUN) return;
  }
}
