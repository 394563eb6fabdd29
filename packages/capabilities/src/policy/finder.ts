/** What is found in an order: less comes first. */
export interface Ordered {
  readonly order: number;
}

/** Finds, of the things filed in it that accept a query, the first. */
export interface Finder<Thing extends Ordered, Query> {
  /** The order of the first thing filed; infinite where there is none. */
  readonly least: number;
  /** The one thing filed, where there is but one: whoever has it at hand may ask it without this finder. */
  readonly only: Thing | undefined;
  /** The first that accepts the query, if it comes before `before`; the text is what things are filed by. */
  first(text: string, before: number, query: Query): Thing | undefined;
}

/** Tells whether a thing accepts a query: what it is filed under only says that it may. */
export type Accepts<Thing, Query> = (thing: Thing, query: Query) => boolean;

/** Looks at one thing after the other, in their order. */
export function listFinder<Thing extends Ordered, Query>(
  things: readonly Thing[],
  accepts: Accepts<Thing, Query>,
): Finder<Thing, Query> {
  const inOrder = things.toSorted((one, other) => one.order - other.order);
  return Object.freeze<Finder<Thing, Query>>({
    least: inOrder[0]?.order ?? Infinity,
    only: inOrder.length === 1 ? inOrder[0] : undefined,
    first(_text, before, query) {
      for (const thing of inOrder) {
        if (thing.order >= before) return undefined;
        if (accepts(thing, query)) return thing;
      }
      return undefined;
    },
  });
}

/** Looks into several finders; what may come first is looked into first. */
export function firstOf<Thing extends Ordered, Query>(
  finders: readonly Finder<Thing, Query>[],
): Finder<Thing, Query> {
  const [only, ...others] = finders;
  if (only !== undefined && others.length === 0) return only;
  const inOrder = finders.toSorted((one, other) => one.least - other.least);
  return Object.freeze<Finder<Thing, Query>>({
    least: inOrder[0]?.least ?? Infinity,
    only: undefined,
    first(text, before, query) {
      let found: Thing | undefined;
      let bound = before;
      for (const finder of inOrder) {
        if (finder.least >= bound) return found;
        const hit = finder.first(text, bound, query);
        if (hit === undefined) continue;
        found = hit;
        bound = hit.order;
      }
      return found;
    },
  });
}
