/** The last so many items of a log, found by id. */
export interface Recent<Item> {
  /**
   * Adds an item and returns it, unless one of its id is still held that can be found: then that one
   * is returned, and nothing is added.
   */
  admit(item: Item): Item;
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

  function index(length: number): void {
    slots = new Int32Array(length);
    held.forEach((item, at) => {
      if (!isFound(item)) return;
      const digits = lastDigits(item.id);
      note(slotOf(item.id, digits), digits, at + 1);
    });
  }

  function note(slot: number, digits: number, at: number): void {
    slots[slot] = digits;
    slots[slot + 1] = at;
  }

  function makeRoom(): void {
    if (held.length >= 2 * capacity) {
      held = held.slice(-capacity);
      index(slots.length);
    } else if (4 * held.length >= slots.length) index(2 * slots.length);
  }

  return {
    admit(item) {
      makeRoom();
      if (isFound(item)) {
        // Looked up and noted in one go: the table is the part that is not in the cache.
        const digits = lastDigits(item.id);
        const slot = slotOf(item.id, digits);
        const at = (slots[slot + 1] ?? 0) - 1;
        // What is over the capacity is gone, though it is cut off later.
        const first = at >= held.length - capacity ? held[at] : undefined;
        if (first !== undefined) return first;
        note(slot, digits, held.length + 1);
      }
      held.push(item);
      return item;
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
