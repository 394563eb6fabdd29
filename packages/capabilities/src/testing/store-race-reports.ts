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
  readonly grants: readonly CountedGrant[];
  readonly steps: StepScene;
}

/** A grant, and how often it may be used. */
export interface CountedGrant {
  readonly id: string;
  readonly uses: number;
}

/** What is raced for at the store itself, below the door. */
export interface StepScene {
  /** Approved proposals and what was asked: each lets one attempt begin. */
  readonly tokens: readonly { readonly id: string; readonly fingerprint: string }[];
  readonly grants: readonly CountedGrant[];
  /** Each lets one attempt begin. */
  readonly keys: readonly string[];
  readonly turns: readonly string[];
  /** How many attempts each turn lets begin. */
  readonly perTurn: number;
  /** Proposals and capability requests that wait for an answer, each with what is shown of it. */
  readonly proposals: readonly Waiting[];
  readonly requests: readonly Waiting[];
  /** Grants that lapse while others race. */
  readonly lapsing: readonly string[];
  /** A revision of the rules that is over: nothing begins under it. */
  readonly oldRevision: number;
}

/** What waits for a person, and the digest of what is shown of it. */
export interface Waiting {
  readonly id: string;
  readonly seen: string;
}

/** What an attempt claims: the one thing that it is raced for. */
export type Prize = 'token' | 'grant' | 'key' | 'turn' | 'rules';

/** An attempt at the store itself, and what its key remembers it by. */
export interface StepAttempt {
  readonly attempt: string;
  readonly by: Prize;
  /** Which token, grant, key, turn or revision. */
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
  | ({ readonly is: 'began' } & StepAttempt)
  | ({ readonly is: 'refused'; readonly code: BeginCode } & StepAttempt)
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
