import type { Capability } from '../contract/capability.js';
import type { Effect } from '../contract/classification.js';
import type { Applicable } from './applying.js';
import { isWithin, minuteOf } from './household-time.js';
import { regionsOf } from '../contract/glob/regions.js';
import type { Rule } from './rule.js';

/** One of the situations that a list of rules can tell apart. */
export interface Situation {
  /** Undefined where the capability has no target. */
  readonly target: string | undefined;
  /** The patterns that fit the target. */
  readonly fitting: ReadonlySet<string>;
  /** A minute of the day. */
  readonly minute: number;
  readonly retrieved: boolean;
}

/** Every situation that these rules can tell apart, for one capability. */
export interface Situations {
  readonly situations: readonly Situation[];
  /** False where there were more targets to tell apart than are looked at. */
  readonly complete: boolean;
}

/** Lists what rules can tell apart: targets by their patterns, times by their hours, and where arguments came from. */
export function situationsOf(
  applying: readonly Applicable[],
  { targetKind }: Capability,
): Situations {
  const minutes = minutesOf(applying);
  const origins = applying.some(({ rule }) => rule.retrieved === true) ? [false, true] : [false];
  const { targets, complete } = targetsOf(applying, targetKind);
  const situations = targets.flatMap((target) =>
    minutes.flatMap((minute) => origins.map((retrieved) => ({ ...target, minute, retrieved }))),
  );
  return { situations, complete };
}

/** The first rule, in the order given, that fits a situation. */
export function decides(
  applying: readonly Applicable[],
  { fitting, minute, retrieved }: Situation,
): Rule | undefined {
  return applying.find(
    ({ rule, glob }) =>
      (glob === undefined || fitting.has(glob.pattern)) &&
      (rule.retrieved !== true || retrieved) &&
      (rule.hours === undefined || isWithin(rule.hours, minute)),
  )?.rule;
}

/** What is answered where this rule decides, or none does. */
export function effectBy(rule: Rule | undefined, capability: Capability): Effect {
  return rule?.effect ?? capability.defaultRuling;
}

/** A minute for every stretch of the day between two boundaries. */
function minutesOf(applying: readonly Applicable[]): readonly number[] {
  const starts = applying.flatMap(({ rule: { hours } }) =>
    hours === undefined ? [] : [minuteOf(hours.from), minuteOf(hours.to)],
  );
  return [...new Set([0, ...starts])].sort((one, other) => one - other);
}

interface Targets {
  readonly targets: readonly Pick<Situation, 'target' | 'fitting'>[];
  readonly complete: boolean;
}

function targetsOf(applying: readonly Applicable[], targetKind: Capability['targetKind']): Targets {
  const none = { targets: [{ target: undefined, fitting: new Set<string>() }], complete: true };
  if (targetKind === undefined) return none;
  const globs = [
    ...new Map(
      applying.flatMap(({ glob }) => (glob === undefined ? [] : [[glob.pattern, glob]])),
    ).values(),
  ];
  const { regions, complete } = regionsOf(globs, targetKind);
  return {
    targets: regions.map(({ fitting, witness }) => ({
      target: witness,
      fitting: new Set(globs.filter((_, at) => fitting.has(at)).map(({ pattern }) => pattern)),
    })),
    complete,
  };
}
