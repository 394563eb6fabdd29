import { isoTime } from '../internal/time.js';
import type { Door } from './door.js';

/** What is put on record of something that is no attempt. */
export interface Noted {
  readonly kind: 'decision' | 'grant' | 'configuration';
  /** The id of what it is about. */
  readonly subject: string;
  readonly code: string;
  /** Who did it, where that is known. */
  readonly principal?: string | undefined;
}

/** Puts a notice on record; false where it could not be. */
export async function putNotice(door: Door, noted: Noted): Promise<boolean> {
  const { principal, ...rest } = noted;
  return door.record({
    ...rest,
    id: crypto.randomUUID(),
    time: isoTime(door.clock.now()),
    ...(principal !== undefined && { principal }),
  });
}

/** Runs what a desk does: what a port throws goes to the defect hook, and costs the deed. */
export async function guarded<Answer, Failed>(
  door: Door,
  work: () => Promise<Answer>,
  failed: Failed,
): Promise<Answer | Failed> {
  try {
    return await work();
  } catch (thrown) {
    door.defect(thrown, 'desk');
    return failed;
  }
}
