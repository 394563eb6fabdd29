import type { Anchor } from './chain.js';

const CHECKPOINT = /^(?<writer>[\w.:@/-]{1,46})@(?<seq>[1-9]\d{0,15})\/(?<hash>[0-9a-f]{64})$/;

/**
 * Writes the `subject` of a `checkpoint` event, which says where another writer's chain stood:
 * `<writer>@<seq>/<hash>`. One event for each writer.
 */
export function checkpointSubject(anchor: Anchor): string {
  return `${anchor.writer}@${anchor.seq}/${anchor.hash}`;
}

/** Reads the `subject` of a `checkpoint` event. */
export function readCheckpoint(subject: string | undefined): Anchor | undefined {
  const found = subject === undefined ? undefined : CHECKPOINT.exec(subject)?.groups;
  if (found === undefined) return undefined;
  const { writer = '', seq, hash = '' } = found;
  return Number.isSafeInteger(Number(seq)) ? { writer, seq: Number(seq), hash } : undefined;
}
