import { NO_HASH, type Anchor } from './chain.js';
import type { Walk } from './chain-walk.js';
import type { Fault, Limit } from './verify-report.js';

/** A place that a `checkpoint` event names, and the line it stands on. */
export interface Checkpoint {
  readonly line: number;
  readonly place: Anchor;
}

/** What is known once the last line has been read. */
export interface Read {
  readonly lines: number;
  readonly walks: ReadonlyMap<string, Walk>;
  readonly anchors: readonly Anchor[];
  readonly checkpoints: readonly Checkpoint[];
  /** Whether other writers' events are kept elsewhere. */
  readonly oneWriter: boolean;
}

/** What comparing the ends of the chains gives. */
export interface Ends {
  readonly faults: readonly Fault[];
  readonly limits: readonly Limit[];
}

/** Compares where the chains end with the places that anchors and checkpoints name. */
export function judgeEnds(read: Read): Ends {
  const faults: Fault[] = [];
  const limits: Limit[] = [];
  for (const place of read.anchors) {
    const walk = read.walks.get(place.writer);
    if (isBeyond(walk, place)) faults.push(truncated(walk, place, read.lines));
    else if (walk !== undefined && place.seq < walk.firstSeq - 1 && place.seq > 0)
      limits.push({ code: 'anchor_before_start', writer: place.writer, seq: place.seq });
  }
  for (const { line, place } of read.checkpoints) {
    const walk = read.walks.get(place.writer);
    const { writer, seq } = place;
    if (walk === undefined && read.oneWriter)
      limits.push({ code: 'checkpoint_elsewhere', writer, seq });
    else if (isBeyond(walk, place)) faults.push(truncated(walk, place, read.lines));
    else {
      const known = walk?.hashes.get(seq);
      if (known === undefined) limits.push({ code: 'checkpoint_too_old', writer, seq });
      else if (known !== place.hash) faults.push({ kind: 'replaced', line, writer, seq });
    }
  }
  return { faults, limits };
}

function isBeyond(walk: Walk | undefined, place: Anchor): boolean {
  return place.seq > 0 && (walk === undefined || place.seq >= walk.next);
}

function truncated(walk: Walk | undefined, place: Anchor, lines: number): Fault {
  return {
    kind: 'truncated',
    line: lines + 1,
    writer: place.writer,
    seq: walk?.next ?? 1,
    toSeq: place.seq,
  };
}

/** Says what cannot be known about one writer's chain. */
export function limitsOf(
  walk: Walk,
  walks: ReadonlyMap<string, Walk>,
  confirmed: number | undefined,
): readonly Limit[] {
  const { writer, firstSeq, firstPrev } = walk;
  const limits: Limit[] = [{ code: 'tail_unanchored', writer, seq: confirmed ?? 0 }];
  if (confirmed === undefined) limits.push({ code: 'older_copy', writer });
  if (firstSeq > 1) limits.push({ code: 'starts_late', writer, seq: firstSeq });
  else if (firstPrev !== NO_HASH && ![...walks.values()].some(({ hash }) => hash === firstPrev))
    limits.push({ code: 'continues_elsewhere', writer });
  return limits;
}
