/** The last so many items of a log, found by id. */
export interface Recent<Item> {
  /** Finds the last item of this id among those that are still held and can be found. */
  find(id: string): Item | undefined;
  add(item: Item): void;
  /** What is held, oldest first. */
  items(): readonly Item[];
}

/** The first size of the index; a power of two, as every later one. */
const SLOTS = 1_024;

/**
 * Holds the last `capacity` items, and finds those that `isFound` names by their UUIDs.
 *
 * A `Map` from id to item costs as much per event as hashing it does: the ids are random, so each
 * entry is a miss in the cache, and removing the oldest makes it rebuild itself. Here the id's own
 * random digits are its place in a table of numbers, and old items go in bulk.
 */
export function createRecent<Item extends { readonly id: string }>(
  capacity: number,
  isFound: (item: Item) => boolean = () => true,
): Recent<Item> {
  let held: Item[] = [];
  // Two numbers a slot: the last digits of an id, and one more than where in `held` its item is.
  let slots = new Int32Array(2 * SLOTS);

  /** The slot of this id, or the free one where it would be. */
  function slotOf(id: string, digits: number): number {
    const mask = slots.length - 2;
    let slot = (digits << 1) & mask;
    for (let at = slots[slot + 1] ?? 0; at !== 0; at = slots[slot + 1] ?? 0) {
      // The digits first: looking at the item itself is another miss in the cache.
      if (slots[slot] === digits && held[at - 1]?.id === id) break;
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  function put(item: Item, at: number): void {
    if (!isFound(item)) return;
    const { id } = item;
    const digits = lastDigits(id);
    const slot = slotOf(id, digits);
    slots[slot] = digits;
    slots[slot + 1] = at;
  }

  function index(length: number): void {
    slots = new Int32Array(length);
    held.forEach((item, at) => put(item, at + 1));
  }

  return {
    find(id) {
      const at = (slots[slotOf(id, lastDigits(id)) + 1] ?? 0) - 1;
      // What is over the capacity is gone, though it is cut off later.
      return at >= held.length - capacity ? held[at] : undefined;
    },
    add(item) {
      if (held.length >= 2 * capacity) {
        held = held.slice(-capacity);
        index(slots.length);
      } else if (4 * held.length >= slots.length) index(2 * slots.length);
      held.push(item);
      put(item, held.length);
    },
    items: () => held.slice(-capacity),
  };
}

/**
 * The last 32 bits of a UUID: random in version 4, and in version 7 too, whose first bits are the
 * time and would put all of one minute into one place.
 */
function lastDigits(id: string): number {
  let value = 0;
  for (let at = 28; at < 36; at += 1) {
    const code = id.charCodeAt(at);
    value = (value << 4) | (code > 57 ? code - 87 : code - 48);
  }
  return value;
}
