import type { Anchor } from './chain.js';

/** What can be wrong at a place in a log. */
export type FaultKind =
  /** No event: not JSON, not of the closed shape, or longer than any event. */
  | 'malformed'
  /** An event, but not byte for byte as an event is written. */
  | 'not_canonical'
  /** The file ends in the middle of a line. */
  | 'torn'
  /** The hash is not that of the content. */
  | 'edited'
  /** In its place, but it names another predecessor: it, or the one before it, was replaced. */
  | 'unlinked'
  /** Events between the one before and this one are not here. */
  | 'removed'
  /** Stands elsewhere than where its number puts it. */
  | 'reordered'
  /** The same event once more. */
  | 'duplicated'
  /** A second event with the same number and the same predecessor: two chains went on from there. */
  | 'forked'
  /** An event that has no place here. */
  | 'inserted'
  /** A second terminal event for one attempt. */
  | 'terminal_twice'
  /** A place noted elsewhere has another hash here: what led up to it was replaced. */
  | 'replaced'
  /** A place noted elsewhere lies beyond the end. */
  | 'truncated';

/** One thing that is wrong, at its place. */
export interface Fault {
  readonly kind: FaultKind;
  /** From 1. For what is missing at the end: the line after the last. */
  readonly line: number;
  /** The number the event bears or, of what is missing, the first missing one. */
  readonly seq?: number;
  readonly writer?: string;
  /** Of `removed` and `truncated`: the last number known to be missing. */
  readonly toSeq?: number;
}

/** What verification cannot know. */
export type LimitCode = keyof typeof LIMIT_TEXT;

/** What each limit means, for whoever reads a report. */
export const LIMIT_TEXT = Object.freeze({
  never_recorded: 'what was never appended leaves no trace',
  tail_unanchored:
    'events after `seq` could have been cut off, or computed anew, without a trace: compare with an anchor kept elsewhere',
  older_copy: 'without an anchor, the whole log could be an older copy or another log',
  starts_late: 'the log starts at `seq`: what came before was dropped, or is kept elsewhere',
  continues_elsewhere: 'the first event names a predecessor that is not among what was read',
  anchor_before_start: 'an anchor lies before the first event that was read, at `seq`',
  checkpoint_elsewhere: 'a checkpoint names a writer that was not read',
  checkpoint_too_old: 'a checkpoint names a place further back than hashes are remembered',
  ids_forgotten: 'only the last ids, 500,000 or more, were compared for second terminal events',
  faults_not_listed: 'only the first 1,000 faults are listed',
});

/** One thing that verification cannot know about this log. */
export interface Limit {
  readonly code: LimitCode;
  readonly writer?: string;
  readonly seq?: number;
}

/** Where the chain of one writer begins and ends. */
export interface WriterReport {
  readonly writer: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly lastHash: string;
  /** How many events of this writer were found in their place. */
  readonly count: number;
}

/** What verification found. */
export interface VerifyReport {
  /** True when no fault was found; `limits` says what that does not cover. */
  readonly ok: boolean;
  readonly lines: number;
  readonly writers: readonly WriterReport[];
  /** In the order of the lines, at most 1,000; what is missing at the end comes last. */
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  readonly limits: readonly Limit[];
}

/** A place noted elsewhere; without `writer`, of the first writer in the log. */
export type ExpectedPlace = Omit<Anchor, 'writer'> & { readonly writer?: string };

/** What the log is compared with, besides itself. */
export interface Expected {
  /** Places noted elsewhere. */
  readonly anchors?: readonly ExpectedPlace[];
  /** The number of the first event, where it is known; 1 for a log from which nothing was ever taken. */
  readonly startsAt?: number;
  /** Events of any other writer than the first are `inserted`. */
  readonly oneWriter?: boolean;
}
