import { memoryStore } from '../../src/store/memory-store.js';
import type { DoorStore } from '../../src/store/door-store.js';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.js';
import { storeConformance, type StoreCase } from '../../src/testing/store-conformance.js';

/** What is wrong in a store, in the place of what is right. */
export type Break = (store: DoorStore, clock: FakeClock) => Partial<DoorStore>;

/** A store in which something is wrong: what, how, and the title of the case that finds it. */
export type Broken = readonly [what: string, broken: Break, title: string];

/** What another process does between a look and the write that rests on it. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The cases of the conformance suite, for a store in memory in which something is wrong. */
export function casesOf(broken: Break): readonly StoreCase[] {
  return storeConformance({
    setsBack: true,
    open() {
      const clock = fakeClock();
      const store = memoryStore({ clock });
      return {
        store: { ...store, ...broken(store, clock) },
        advance: (ms) => clock.advance(ms),
        setBack: (ms) => clock.set(clock.now() - ms),
      };
    },
  });
}

/** The titles of the cases that such a store fails. */
export async function failing(broken: Break): Promise<string[]> {
  const failed: string[] = [];
  for (const { title, run } of casesOf(broken)) {
    try {
      await run();
    } catch {
      failed.push(title);
    }
  }
  return failed;
}
