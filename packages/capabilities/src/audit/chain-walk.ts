import { NO_HASH } from './chain.js';
import type { AuditEvent } from './event.js';
import type { FaultKind } from './verify-report.js';
import { createWindow, type Window } from './window.js';

/** Writes a fault down. What it returns may still be found to be of another kind. */
export type Note = (kind: FaultKind, seq: number, toSeq?: number) => { kind: FaultKind };

/** One writer's chain, as far as it has been followed. */
export interface Walk {
  readonly writer: string;
  readonly firstSeq: number;
  /** The hash that the first event names as its predecessor's. */
  readonly firstPrev: string;
  /** The number that comes next. */
  next: number;
  /** The hash that the next event should name. */
  hash: string;
  /** How many events were found in their place. */
  count: number;
  /** How many lines of the whole log had been unreadable when the last event was taken. */
  unreadable: number;
  /** The other end, once the chain has forked. */
  fork?: End;
  /** The hashes of the last places, 100,000 at least. */
  readonly hashes: Window<number, string>;
  /** What was missing so far. */
  readonly gaps: Gap[];
}

interface End {
  readonly next: number;
  readonly hash: string;
}

interface Gap {
  readonly fault: { kind: FaultKind };
  readonly from: number;
  readonly to: number;
  /** How many of them have not turned up since. */
  left: number;
}

const REMEMBERED_HASHES = 100_000;

/** Begins to follow a chain at its first event. */
export function beginWalk(first: AuditEvent): Walk {
  return {
    writer: first.writer,
    firstSeq: first.seq,
    firstPrev: first.prev_hash,
    next: first.seq,
    hash: first.prev_hash,
    count: 0,
    unreadable: 0,
    hashes: createWindow(REMEMBERED_HASHES),
    gaps: [],
  };
}

/**
 * Follows a chain to its next event, and tells whether that event stands in its place.
 *
 * `unreadable` is how many lines of the log were unreadable so far: any of them may have been the
 * event that seems to be missing here, and was named as a fault already.
 */
export function follow(walk: Walk, event: AuditEvent, unreadable: number, note: Note): boolean {
  if (event.seq < walk.next) return lookBack(walk, event, note);
  const jump = event.seq - walk.next;
  const slack = unreadable - walk.unreadable;
  if (jump > slack) {
    const fault = note('removed', walk.next, event.seq - 1);
    walk.gaps.push({ fault, from: walk.next, to: event.seq - 1, left: jump - slack });
  } else if (jump === 0 && event.prev_hash !== walk.hash && !turnToFork(walk, event)) {
    note('unlinked', event.seq);
  }
  walk.unreadable = unreadable;
  walk.next = event.seq + 1;
  walk.hash = event.hash;
  walk.count += 1;
  walk.hashes.set(event.seq, event.hash);
  return true;
}

/** After a fork both ends may grow: the one that an event continues is followed from there. */
function turnToFork(walk: Walk, event: AuditEvent): boolean {
  const { fork } = walk;
  if (fork === undefined || !continues(fork, event)) return false;
  walk.fork = { next: walk.next, hash: walk.hash };
  return true;
}

function lookBack(walk: Walk, event: AuditEvent, note: Note): boolean {
  const { seq, hash, prev_hash } = event;
  if (walk.fork !== undefined && continues(walk.fork, event)) {
    walk.fork = { next: seq + 1, hash };
    return true;
  }
  const known = walk.hashes.get(seq);
  const gap = walk.gaps.find(({ from, to }) => from <= seq && seq <= to);
  if (known === hash) note('duplicated', seq);
  else if (known === undefined && gap !== undefined) {
    note('reordered', seq);
    walk.hashes.set(seq, hash);
    gap.left -= 1;
    // All of them are here after all, only not in their place.
    if (gap.left <= 0) gap.fault.kind = 'reordered';
  } else if (known !== undefined && prev_hash === hashBefore(walk, seq)) {
    note('forked', seq);
    walk.fork = { next: seq + 1, hash };
  } else note('inserted', seq);
  return false;
}

function continues(end: End, event: AuditEvent): boolean {
  return event.seq === end.next && event.prev_hash === end.hash;
}

function hashBefore(walk: Walk, seq: number): string | undefined {
  if (seq === walk.firstSeq) return walk.firstPrev;
  return seq === 1 ? NO_HASH : walk.hashes.get(seq - 1);
}
