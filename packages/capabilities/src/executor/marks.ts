import type { Pending } from '../confirmation/pending.js';
import { sameMark, type Provenance } from '../contract/caller.js';

/** All marks of both: where text came from is only ever added to. */
export function together(
  before: readonly Provenance[],
  now: readonly Provenance[],
): readonly Provenance[] {
  return [...before, ...now.filter((mark) => !before.some((other) => sameMark(mark, other)))];
}

/** Whether what waits says less of where its arguments came from than these marks do. */
export function saysLess(
  pending: Pending | 'too_many_pending',
  marks: readonly Provenance[],
): boolean {
  return (
    typeof pending === 'object' &&
    pending.state !== 'declined' &&
    together(pending.provenance, marks).length > pending.provenance.length
  );
}
