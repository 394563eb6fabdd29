import type { AuditEvent, EventDraft } from '../audit/event.js';
import { isoTime } from '../internal/time.js';
import type { Swept } from '../store/door-store.js';
import type { Overdue, Settled } from '../store/intent-steps.js';
import type { Door } from './door.js';
import { refreshed } from './refreshed.js';
import { isPolicyUntold, tellOutlook } from './tell-outlook.js';

/** What one sweep ended. */
export interface SweepReport {
  /** Attempts that were begun and never ended, each with its one terminal event now. */
  readonly intents: number;
  readonly pending: number;
  readonly grants: number;
  readonly requests: number;
  /** The clock was found set back: every pending proposal, token and live grant was ended. */
  readonly clockMovedBack: boolean;
  /** When an hour window of the rules opens or closes next, in milliseconds since 1970: worth a sweep. */
  readonly hoursChangeAt?: number;
}

/**
 * Builds the sweep of a door. It ends what time has ended, and closes every intent whose deadline
 * passed, with one terminal event each. Safe to run as often as one likes, by any scheduler.
 */
export function createSweep(door: Door): () => Promise<SweepReport> {
  let unwritten: readonly EventDraft[] = [];
  let started = false;
  let boundary: number | undefined;

  /** What the sink did not take is offered again next time. */
  async function write(drafts: readonly EventDraft[]): Promise<void> {
    const all = [...unwritten, ...drafts];
    unwritten = [];
    for (const [at, draft] of all.entries()) {
      if (await door.record(draft)) continue;
      unwritten = [...all.slice(at), ...unwritten];
      return;
    }
  }

  async function tell({ grants, pending, requests, clockMovedBack }: Swept): Promise<void> {
    await refreshed(door);
    const now = door.clock.now();
    const opened = boundary !== undefined && boundary <= now;
    boundary = door.policy.nextChange?.(now);
    const { teller } = door;
    for (const id of pending)
      teller.tell('pending-changed', () => ({ pending: id, state: 'expired' }));
    for (const id of requests)
      teller.tell('request-changed', () => ({ request: id, state: 'expired' }));
    for (const { id, state } of grants) teller.tell('grant-changed', () => ({ grant: id, state }));
    if (!started) tellOutlook(door, 'start');
    else if (isPolicyUntold(door)) tellOutlook(door, 'policy');
    // A clock that was set back ended every grant.
    else if (grants.length > 0 || clockMovedBack) tellOutlook(door, 'grant');
    else if (opened) tellOutlook(door, 'hours');
    started = true;
  }

  return async () => {
    let intents = 0;
    for (const overdue of await door.store.overdue())
      if (await closeOverdue(overdue, door)) intents += 1;
    const moved = notice(door, { kind: 'clock_moved_back' });
    const swept = await (door.endsOnRecord ? door.store.sweep(moved) : door.store.sweep());
    const { grants, pending, requests, clockMovedBack } = swept;
    await write([
      ...(clockMovedBack && !door.endsOnRecord ? [moved] : []),
      ...grants.map(({ id, holder, state }) =>
        notice(door, { kind: 'grant', principal: holder, subject: id, code: state }),
      ),
    ]);
    await tell(swept);
    return Object.freeze({
      intents,
      pending: pending.length,
      grants: grants.length,
      requests: requests.length,
      clockMovedBack,
      ...(boundary !== undefined && { hoursChangeAt: boundary }),
    });
  };
}

/**
 * The event and the end of an intent are one step where they lie in one database. Elsewhere the event
 * comes first: what was written before this process looked stays the only one, and says how it ended.
 */
async function closeOverdue(overdue: Overdue, door: Door): Promise<boolean> {
  try {
    return await close(overdue, door);
  } catch (thrown) {
    // One that cannot be closed now stands in nobody's way, and is found again.
    door.defect(thrown, 'sweep');
    return false;
  }
}

async function close(overdue: Overdue, door: Door): Promise<boolean> {
  const lost: Settled = { outcome: overdue.mutating ? 'unknown' : 'rejected', code: 'worker_lost' };
  const draft = eventOf(overdue, door);
  const told = (): true => {
    door.teller.tell('invocation-settled', () => draft);
    return true;
  };
  if (door.endsOnRecord) return (await door.endOnRecord(draft, lost)) === true && told();
  const event = await door.append(draft);
  if (event === undefined) return false;
  const settled = settledBy(event);
  if (!(await door.store.end(overdue.id, settled ?? lost))) return false;
  // Of one that was on record before, whoever put it there has told.
  return settled !== undefined || told();
}

function settledBy(event: AuditEvent): Settled | undefined {
  return event.kind === 'invocation' && event.outcome === 'completed'
    ? { outcome: 'completed' }
    : undefined;
}

interface Said {
  readonly kind: 'grant' | 'clock_moved_back';
  readonly principal?: string;
  readonly subject?: string;
  readonly code?: string;
}

function notice(door: Door, said: Said): EventDraft {
  return { ...said, id: crypto.randomUUID(), time: isoTime(door.clock.now()) };
}

function eventOf(
  { id, capability, version, principal, mutating, ageMs }: Overdue,
  door: Door,
): Extract<EventDraft, { kind: 'invocation' }> {
  const known = door.registry.find(capability, version);
  return {
    kind: 'invocation',
    id,
    time: isoTime(door.clock.now()),
    capability,
    version,
    ...(known !== undefined && { side_effect: known.sideEffect, network: known.network }),
    stage_reached: mutating ? 'confirmed' : 'rejected-at-execute',
    outcome: mutating ? 'unknown' : 'rejected',
    code: 'worker_lost',
    principal,
    duration_ms: ageMs,
  };
}
