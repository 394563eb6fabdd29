import { createAnchorCheck } from './anchor-check.js';
import { NO_HASH } from './chain.js';
import { beginWalk, follow, type Note, type Walk } from './chain-walk.js';
import { readCheckpoint } from './checkpoint.js';
import type { AuditEvent } from './event.js';
import { createFindings } from './findings.js';
import { readEvent } from './read-event.js';
import { judgeEnds, limitsOf, type Checkpoint } from './verify-ends.js';
import type { Expected, Limit, VerifyReport, WriterReport } from './verify-report.js';
import { createWindow } from './window.js';

const REMEMBERED_IDS = 500_000;

/** Verifies a log piece by piece. None of its functions throws for what it is given. */
export interface ChainVerifier {
  /** Takes the next line, without its line break, or the next event. */
  add(item: unknown): void;
  /** Takes notice that something stands after the last line break. */
  addTorn(): void;
  /** Says what was found so far, and compares with what was expected. */
  report(): VerifyReport;
}

/**
 * Verifies a log, whole or in part, of one writer or several, reading it once.
 *
 * Takes lines without their line breaks, or events, in the order of the log. What is wrong is
 * data in the report, and so is what verification cannot know; bad input never throws.
 */
export async function verifyChain(
  items: Iterable<unknown> | AsyncIterable<unknown>,
  expected: Expected = {},
): Promise<VerifyReport> {
  const verifier = createChainVerifier(expected);
  if (Symbol.iterator in items) for (const item of items) verifier.add(item);
  else for await (const item of items) verifier.add(item);
  return verifier.report();
}

/** Verifies as {@link verifyChain} does, for whoever holds the lines one by one. */
export function createChainVerifier(expected: Expected = {}): ChainVerifier {
  const findings = createFindings();
  const walks = new Map<string, Walk>();
  const ids = createWindow<string, true>(REMEMBERED_IDS);
  const checkpoints: Checkpoint[] = [];
  let first: string | undefined;
  let unreadable = 0;
  const anchors = createAnchorCheck(expected.anchors ?? [], () => first);

  const begin = (event: AuditEvent, note: Note): Walk => {
    const walk = beginWalk(event);
    walks.set(event.writer, walk);
    const due = expected.startsAt ?? event.seq;
    if (event.seq > due + unreadable) note('removed', due, event.seq - 1);
    if (expected.oneWriter === true && event.seq === 1 && event.prev_hash !== NO_HASH)
      note('unlinked', 1);
    const before = { writer: event.writer, seq: event.seq - 1, hash: event.prev_hash };
    if (before.seq > 0 && anchors.contradicts(before)) note('replaced', before.seq);
    return walk;
  };

  const take = (event: AuditEvent, note: Note): void => {
    first ??= event.writer;
    if (expected.oneWriter === true && event.writer !== first)
      return void note('inserted', event.seq);
    const walk = walks.get(event.writer) ?? begin(event, note);
    if (!follow(walk, event, unreadable, note)) return;
    if (anchors.contradicts(event)) note('replaced', event.seq);
    if (event.kind === 'invocation') {
      if (ids.get(event.id) === true) note('terminal_twice', event.seq);
      else ids.set(event.id, true);
    }
    const place = event.kind === 'checkpoint' ? readCheckpoint(event.subject) : undefined;
    if (place !== undefined) checkpoints.push({ line: findings.line(), place });
  };

  const add = (item: unknown): void => {
    findings.nextLine();
    const reading = readEvent(item);
    if (reading.is !== 'event') {
      unreadable += 1;
      return void findings.note({ kind: reading.is });
    }
    const { writer, seq: place } = reading.event;
    const note: Note = (kind, seq, toSeq) =>
      findings.note({ kind, writer, seq, ...(toSeq === undefined ? {} : { toSeq }) });
    if (reading.sealed) return take(reading.event, note);
    unreadable += 1;
    note('edited', place);
  };

  const addTorn = (): void => {
    findings.nextLine();
    unreadable += 1;
    findings.note({ kind: 'torn' });
  };

  const report = (): VerifyReport => {
    const read = { lines: findings.line(), walks, anchors: anchors.places(), checkpoints };
    const ends = judgeEnds({ ...read, oneWriter: expected.oneWriter === true });
    const limits: Limit[] = [{ code: 'never_recorded' }];
    for (const walk of walks.values())
      limits.push(...limitsOf(walk, walks, anchors.confirmed(walk.writer)));
    limits.push(...ends.limits);
    if (ids.forgot()) limits.push({ code: 'ids_forgotten' });
    return findings.report(ends.faults, limits, [...walks.values()].map(describe));
  };

  return { add, addTorn, report };
}

function describe({ writer, firstSeq, next, hash, count }: Walk): WriterReport {
  return { writer, firstSeq, lastSeq: next - 1, lastHash: hash, count };
}
