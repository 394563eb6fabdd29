import type { Principal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { Glob } from '../contract/glob/glob.js';
import { regionsOf } from '../contract/glob/regions.js';
import type { SearchBudget } from '../contract/glob/search-budget.js';
import type { WallClock } from './household-time.js';
import type { Question } from './policy.js';
import type { Ranked } from './ranked.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** One of the situations that rules can tell apart. */
export interface Situation {
  /** Undefined where the capability has no target. */
  readonly target: string | undefined;
  /** A minute of the day. */
  readonly minute: number;
  readonly retrieved: boolean;
}

/** What rules can tell apart, and of what. */
export interface Field {
  /** All rules that can apply. */
  readonly rules: readonly Ranked[];
  /** Only situations in which one of these may fit are looked at. */
  readonly about: readonly Ranked[];
  readonly capability: Capability;
  readonly budget: SearchBudget;
}

/**
 * Yields the situations that rules can tell apart: targets by their patterns, times by their hours,
 * and where arguments came from. Where the budget is spent, some may be missing.
 */
export function* situationsOf(field: Field): Generator<Situation, void, void> {
  const minutes = minutesOf(field.rules);
  const origins = field.rules.some((rule) => rule.retrieved) ? [false, true] : [false];
  for (const target of targetsOf(field))
    for (const minute of minutes)
      for (const retrieved of origins) {
        if (!field.budget.take(1)) return;
        yield { target, minute, retrieved };
      }
}

/** A clock for {@link questionIn}: the hour is what it is looked at for, wherever the household is. */
export const PLAIN_CLOCK: WallClock = Object.freeze<WallClock>({
  minuteAt: (instant) => Math.floor(instant / MINUTE_MS) % DAY_MINUTES,
});

/** A principal that no rule names. */
export const EVERYONE: Principal = 'host:everyone';

/** Asks about a situation, by {@link PLAIN_CLOCK}. */
export function questionIn(
  { target, minute, retrieved }: Situation,
  capability: Capability,
  principal: Principal,
): Question {
  return {
    capability,
    caller: { principal, ...(retrieved && { provenance: RETRIEVED }) },
    target,
    now: () => minute * MINUTE_MS,
  };
}

const RETRIEVED = Object.freeze([
  Object.freeze({ path: '', source: 'somewhere', trust: 'low' } as const),
]);

/** A minute for every stretch of the day between two boundaries. */
function minutesOf(rules: readonly Ranked[]): readonly number[] {
  const starts = rules.flatMap(({ window }) =>
    window === undefined ? [] : [window.first, window.end],
  );
  return [...new Set([0, ...starts])].sort((one, other) => one - other);
}

function* targetsOf({ rules, about, capability, budget }: Field): Iterable<string | undefined> {
  const { targetKind } = capability;
  if (targetKind === undefined) return yield undefined;
  const globs = new Map<string, Glob>();
  for (const { glob } of rules) if (glob !== undefined) globs.set(glob.pattern, glob);
  const places = new Map([...globs.keys()].map((pattern, at) => [pattern, at]));
  const isOpen = about.some(({ glob }) => glob === undefined);
  const wanted = about.flatMap(({ glob }) => places.get(glob?.pattern ?? '') ?? []);
  const search = { about: isOpen ? undefined : new Set(wanted), budget };
  for (const { witness } of regionsOf([...globs.values()], targetKind, search)) yield witness;
}
