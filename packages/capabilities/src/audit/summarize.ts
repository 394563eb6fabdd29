import { STAGES, type StageName } from '../contract/codes.js';
import type { Origin } from '../contract/caller.js';
import type { AuditEvent, InvocationEvent, OutcomeKind } from './event.js';

/** How often something occurred. */
export interface Tally {
  readonly name: string;
  readonly count: number;
}

/** How attempts ended. */
export interface Outcomes extends Readonly<Record<OutcomeKind, number>> {
  readonly attempts: number;
}

/** How attempts at one capability ended. */
export interface CapabilityTally extends Outcomes {
  readonly capability: string;
}

/** How attempts of one origin ended: what tells how well formed, say, a model's proposals are. */
export interface OriginTally extends Outcomes {
  /** Absent for attempts whose origin is not known. */
  readonly origin?: Origin;
  /** Rejected attempts as a part of all, 0 to 1. Waiting for a person is not a rejection. */
  readonly rejectionRate: number;
  /** How many were refused, by the stage that refused them; those waiting for a person are not among them. */
  readonly rejectedAt: Readonly<Record<StageName, number>>;
}

/** What a log says in numbers. Lists are ordered by count, then by name. */
export interface AuditSummary {
  /** Invocation events: one for each attempt. */
  readonly attempts: number;
  /** Events of other kinds. */
  readonly notices: readonly Tally[];
  readonly capabilities: readonly CapabilityTally[];
  readonly stages: readonly Tally[];
  readonly outcomes: readonly Tally[];
  readonly codes: readonly Tally[];
  readonly origins: readonly OriginTally[];
}

type Count = { -readonly [K in keyof Outcomes]: Outcomes[K] };
type OriginCount = Count & { readonly rejectedAt: Record<StageName, number> };

const noOutcomes = (): Count => ({
  attempts: 0,
  completed: 0,
  pending: 0,
  rejected: 0,
  unknown: 0,
});

/** Counts what a log says: how often, what, and at which stage attempts were refused. */
export async function summarize(
  events: Iterable<AuditEvent> | AsyncIterable<AuditEvent>,
): Promise<AuditSummary> {
  const counts = createCounts();
  if (Symbol.iterator in events) for (const event of events) counts.add(event);
  else for await (const event of events) counts.add(event);
  return counts.summary();
}

interface Counts {
  add(event: AuditEvent): void;
  summary(): AuditSummary;
}

function createCounts(): Counts {
  const notices = new Map<string, number>();
  const stages = new Map<string, number>();
  const outcomes = new Map<string, number>();
  const codes = new Map<string, number>();
  const capabilities = new Map<string, Count>();
  const origins = new Map<Origin | undefined, OriginCount>();

  const countAttempt = (event: InvocationEvent): void => {
    bump(stages, event.stage_reached);
    bump(outcomes, event.outcome);
    if (event.code !== undefined) bump(codes, event.code);
    countOutcome(entry(capabilities, event.capability, noOutcomes), event);
    const origin = entry(origins, event.origin, () => ({
      ...noOutcomes(),
      rejectedAt: noStages(),
    }));
    countOutcome(origin, event);
    const stage = STAGES.find((name) => event.stage_reached === `rejected-at-${name}`);
    if (stage !== undefined && event.outcome !== 'pending') origin.rejectedAt[stage] += 1;
  };

  return {
    add: (event) => (event.kind === 'invocation' ? countAttempt(event) : bump(notices, event.kind)),
    summary: () => ({
      attempts: [...outcomes.values()].reduce((sum, count) => sum + count, 0),
      notices: ranked(notices),
      capabilities: [...capabilities]
        .map(([capability, count]) => ({ capability, ...count }))
        .sort((a, b) => b.attempts - a.attempts || compare(a.capability, b.capability)),
      stages: ranked(stages),
      outcomes: ranked(outcomes),
      codes: ranked(codes),
      origins: [...origins]
        .map(([origin, count]) => ({
          ...(origin === undefined ? {} : { origin }),
          ...count,
          rejectionRate: count.rejected / count.attempts,
        }))
        .sort((a, b) => b.attempts - a.attempts || compare(a.origin ?? '', b.origin ?? '')),
    }),
  };
}

function countOutcome(count: Count, event: InvocationEvent): void {
  count.attempts += 1;
  count[event.outcome] += 1;
}

function noStages(): Record<StageName, number> {
  return { resolve: 0, validate: 0, policy: 0, confirm: 0, execute: 0 };
}

function bump(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function ranked(counts: ReadonlyMap<string, number>): readonly Tally[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compare(a.name, b.name));
}

// By code unit: the order of a report must not depend on the machine's language.
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
