import type { Accepts, Finder, Ordered } from './finder.js';

/** From which end of a text its literals are read. */
export type End = 'start' | 'end';

/** What is filed under one hash; the next is of another literal with the same. */
interface Slot<Thing extends Ordered, Query> {
  readonly least: number;
  readonly only: Thing | undefined;
  readonly under: Finder<Thing, Query>;
  readonly next: Slot<Thing, Query> | undefined;
}

/**
 * Finds what is filed under literals that a text begins with, or ends with.
 *
 * The text is read once, whatever the number of literals: a hash of what was read is looked up at
 * each length that some literal has. Whether it is the literal is left to what is filed, which looks
 * at the whole text anyway.
 */
export function affixTable<Thing extends Ordered, Query>(
  filed: ReadonlyMap<string, Finder<Thing, Query>>,
  accepts: Accepts<Thing, Query>,
  end: End,
): Finder<Thing, Query> {
  let longest = 0;
  for (const literal of filed.keys()) longest = Math.max(longest, literal.length);
  const isLength = new Uint8Array(longest + 1);
  const slots = new Map<number, Slot<Thing, Query>>();
  for (const [literal, under] of filed) {
    isLength[literal.length] = 1;
    const hash = hashOf(literal, end);
    const { least, only } = under;
    slots.set(hash, { least, only, under, next: slots.get(hash) });
  }

  return Object.freeze<Finder<Thing, Query>>({
    least: leastOf(filed),
    only: undefined,
    first(text, before, query) {
      let found: Thing | undefined;
      let bound = before;
      let hash = 0;
      const most = Math.min(text.length, longest);
      for (let length = 1; length <= most; length += 1) {
        hash = mixed(hash, text.charCodeAt(end === 'start' ? length - 1 : text.length - length));
        if (isLength[length] !== 1) continue;
        for (let slot = slots.get(hash); slot !== undefined; slot = slot.next) {
          if (slot.least >= bound) continue;
          // Most literals have one thing under them: what is not looked at need not be in reach.
          const { only } = slot;
          const hit =
            only === undefined
              ? slot.under.first(text, bound, query)
              : accepts(only, query)
                ? only
                : undefined;
          if (hit === undefined) continue;
          found = hit;
          bound = hit.order;
        }
      }
      return found;
    },
  });
}

/** The least order of all that is filed. */
export function leastOf<Thing extends Ordered, Query>(
  filed: ReadonlyMap<string, Finder<Thing, Query>>,
): number {
  let least = Infinity;
  for (const under of filed.values()) least = Math.min(least, under.least);
  return least;
}

function hashOf(literal: string, end: End): number {
  let hash = 0;
  for (let at = 0; at < literal.length; at += 1)
    hash = mixed(hash, literal.charCodeAt(end === 'start' ? at : literal.length - 1 - at));
  return hash;
}

/** A whole number of 30 bits, which every engine keeps without a box. */
const mixed = (hash: number, unit: number): number => (Math.imul(hash, 31) + unit) & 0x3fffffff;
