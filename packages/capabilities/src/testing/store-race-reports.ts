import type { AuditSink } from '../audit/sink.js';
import type { Outcome } from '../executor/outcome.js';
import type { RequestAnswer } from '../store/grant-steps.js';
import type { BeginCode } from '../store/intent-steps.js';
import type { DoorStore } from '../store/door-store.js';
import type { Answer } from '../store/pending-steps.js';

/** What several processes race over. */
export interface RaceStores {
  readonly store: DoorStore;
  /** The audit that all of them write to; where there is none, nothing is said of events. */
  readonly sink?: AuditSink;
}

/** How much there is to race for. */
export interface RaceSize {
  /** Approved proposals, each of which may run once. */
  readonly proposals: number;
  /** Counted grants. */
  readonly grants: number;
  /** How often each may be used. */
  readonly uses: number;
}

/** What there is to race for; plain JSON, to be handed to every process. */
export interface RaceScene {
  /** The ids of the approved proposals that are run through the door. */
  readonly proposals: readonly string[];
  /** The counted grants that are used through the door. */
  readonly grants: readonly RaceGrant[];
  /** What is raced for at the store itself, below the door. */
  readonly steps: RaceSteps;
}

/** A counted grant that is raced for. */
export interface RaceGrant {
  readonly id: string;
  /** How often it may be used. */
  readonly uses: number;
}

/** What is raced for at the store itself: less of everything than there will be attempts. */
export interface RaceSteps {
  /** Approved proposals: a token of each lets one attempt begin. */
  readonly tokens: readonly string[];
  /** Counted grants: each lets so many attempts begin as it has uses. */
  readonly grants: readonly RaceGrant[];
  /** Each lets one attempt begin. */
  readonly keys: readonly string[];
  /** Turns: each lets `perTurn` attempts begin. */
  readonly turns: readonly string[];
  readonly perTurn: number;
  /** Proposals that wait for an answer. */
  readonly proposals: readonly string[];
  /** Capability requests that wait for one. */
  readonly requests: readonly string[];
  /** Grants that lapse while others race. */
  readonly lapsing: readonly string[];
  /** A revision of the rules that is over: nothing begins under it. */
  readonly oldRevision: number;
}

/** What an attempt claims: the one thing that it is raced for. */
export type RacePrize = 'token' | 'grant' | 'key' | 'turn' | 'rules';

/** An attempt at the store itself, and what its key remembers it by. */
export interface RaceAttempt {
  /** Its id, as its intent and its terminal event have it. */
  readonly attempt: string;
  readonly by: RacePrize;
  /** Which proposal, grant, key, turn or revision. */
  readonly of: string;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * What a racing process was told, as it happens; plain JSON. Written before the next step is taken,
 * so that a process which is killed leaves what it knew.
 */
export type RaceReport =
  | { readonly is: 'ran'; readonly of: string; readonly invocation: string }
  | {
      readonly is: 'answered';
      readonly of: string;
      readonly outcome: Outcome['outcome'];
      readonly event: string;
    }
  | ({ readonly is: 'began' } & RaceAttempt)
  | ({ readonly is: 'refused'; readonly code: BeginCode } & RaceAttempt)
  | {
      readonly is: 'ended';
      readonly attempt: string;
      /** Whether this was the end that counts. */
      readonly counted: boolean;
      /** By what the end is known again; absent where an overdue attempt was closed. */
      readonly mark?: number;
    }
  | {
      readonly is: 'decided';
      readonly what: 'proposal' | 'request';
      readonly of: string;
      readonly changed: boolean;
      readonly state: Answer['state'] | RequestAnswer['state'];
      readonly by: string;
      /** The grant that was to be given in the same step. */
      readonly grant?: string;
    }
  /** Written before a sweep: what a killed process was told in it is lost. */
  | { readonly is: 'sweeping'; readonly sweep: string }
  | { readonly is: 'swept'; readonly sweep: string; readonly grants: readonly string[] }
  | {
      readonly is: 'revised';
      readonly from: number;
      readonly changed: boolean;
      /** The id of the rule that tells this change from others. */
      readonly mark: string;
    };

/** The reports of one kind. */
export type ReportOf<Is extends RaceReport['is']> = Extract<RaceReport, { readonly is: Is }>;

/** How one process races. */
export interface RaceOptions {
  /** Another one makes another order. */
  readonly seed: number;
  /** How many attempts at the door, and as many steps at the store between them. */
  readonly attempts: number;
  /** Keeps a report where a killed process cannot lose it. */
  readonly report: (report: RaceReport) => void;
}

/** The reports of one kind, in their order. */
export function reportsOf<Is extends RaceReport['is']>(
  reports: readonly RaceReport[],
  is: Is,
): readonly ReportOf<Is>[] {
  return reports.filter((one): one is ReportOf<Is> => one.is === is);
}
