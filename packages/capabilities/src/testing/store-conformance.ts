import type { Awaitable } from '../internal/awaitable.js';
import { sceneOf, type OpenStore, type StoreTrial } from './store-scene.js';
import { BEGIN_TRIALS } from './store-trials-begin.js';
import { DECIDING_TRIALS } from './store-trials-deciding.js';
import { GRANT_TRIALS } from './store-trials-grants.js';
import { PENDING_TRIALS } from './store-trials-pending.js';
import { POLICY_TRIALS } from './store-trials-policies.js';
import { REQUEST_TRIALS } from './store-trials-requests.js';
import { TIME_TRIALS } from './store-trials-time.js';

/** A store to be tried. */
export interface StoreUnderTest {
  /** Opens a store that holds nothing yet. */
  open(): Awaitable<OpenStore>;
  /**
   * How many milliseconds the trials count as a while, a minute unless stated: much longer than a
   * trial takes, and short where time can only be waited for.
   */
  readonly unitMs?: number;
  /** Whether the clock that the store reads can be set back: then `setBack` is there. */
  readonly setsBack?: boolean;
}

/** One thing that a store must do. */
export interface StoreCase {
  readonly title: string;
  /** Why it cannot be tried on this store, where it cannot. */
  readonly skip?: string;
  /** Throws, or rejects, when the store does not do it. */
  run(): Promise<void>;
}

const TRIALS: readonly StoreTrial[] = [
  ...PENDING_TRIALS,
  ...DECIDING_TRIALS,
  ...BEGIN_TRIALS,
  ...GRANT_TRIALS,
  ...REQUEST_TRIALS,
  ...POLICY_TRIALS,
  ...TIME_TRIALS,
];

/**
 * Lists what every door store must do, whatever keeps its data, as cases for any test framework.
 *
 * Each case opens a store of its own and closes it. Races run across the handles that were opened.
 */
export function storeConformance(under: StoreUnderTest): readonly StoreCase[] {
  return TRIALS.map(({ title, needs, trial }) => {
    const skip =
      needs !== undefined && under.setsBack !== true ? 'no clock can be set back' : undefined;
    return {
      title,
      ...(skip === undefined ? {} : { skip }),
      async run() {
        if (skip !== undefined) throw new Error(skip);
        const opened = await under.open();
        try {
          await trial(sceneOf(opened, under.unitMs ?? 60_000));
        } finally {
          await opened.close?.();
        }
      },
    };
  });
}
