import type { Deadlines } from './deadlines.js';
import { hearLoaded, hearReady } from './first-words.js';
import { heed } from './heed.js';
import type { Worker } from './worker.js';

/** A worker with a handler in it. */
export interface Seat {
  readonly worker: Worker;
  /** Gives it back: for the next call of the same handler, or to be thrown away. */
  leave(reusable: boolean): void;
}

/** Why there is no seat: the handler cannot be loaded, and why; no worker came in time; or the caller left. */
export type NoSeat =
  | { readonly ok: false; readonly why: 'unloadable'; readonly text: string }
  | { readonly ok: false; readonly why: 'late' | 'closed' | 'cancelled' };

export interface PoolOptions {
  /** Starts a worker that holds no handler yet. */
  readonly start: () => Worker;
  readonly deadlines: Deadlines;
  /** How many workers there may be. */
  readonly maxWorkers: number;
  /** How many calls one serves. */
  readonly maxCalls: number;
  /** How long one may be without a call, in milliseconds. */
  readonly idleMs: number;
}

/** Workers as they are needed: one handler each, kept warm, and replaced ahead of need. */
export interface Pool {
  /** A worker that holds this handler, within so many milliseconds. */
  seat(
    handler: string,
    source: string,
    withinMs: number,
    signal?: AbortSignal,
  ): Promise<Seat | NoSeat>;
  /** How many workers there are, and how many of them wait. For whoever looks after the machine. */
  count(): { readonly all: number; readonly idle: number };
  close(): void;
}

interface Member {
  readonly worker: Worker;
  /** Which handler it holds; undefined for one that is ready for any. */
  handler: string | undefined;
  calls: number;
  cancelExpiry: (() => void) | undefined;
}

interface Wish {
  readonly handler: string;
  readonly source: string;
  take(found: Seat | NoSeat): void;
}

/**
 * Makes a pool.
 *
 * A worker serves one handler for all of its life. After each call one without a
 * handler is made ready, so that a new handler waits for its own loading and not for a process.
 */
export function createPool(options: PoolOptions): Pool {
  const { start, deadlines, maxWorkers, maxCalls, idleMs } = options;
  const members = new Set<Member>();
  /** Those that wait, the one used last at the end. */
  let idle: Member[] = [];
  let wishes: Wish[] = [];
  let starting = 0;
  let cancelAhead: (() => void) | undefined;
  let isClosed = false;

  function discard(member: Member): void {
    member.cancelExpiry?.();
    members.delete(member);
    idle = idle.filter((one) => one !== member);
    member.worker.kill();
  }

  function rest(member: Member): void {
    idle.push(member);
    member.worker.hold(false);
    member.worker.listen({ heard: () => remove(member), gone: () => remove(member) }, 0);
    // The one that is ready for any handler is kept; the others go when nobody needs them.
    if (member.handler !== undefined)
      member.cancelExpiry = unhurried(idleMs, () => discard(member));
  }

  /**
   * One that speaks without being asked, or dies, is no more. One that has served nobody is as one that
   * did not start: else what dies as soon as it is ready is started for ever.
   */
  function remove(member: Member): void {
    discard(member);
    if (member.handler === undefined) startAgain();
    else serve();
  }

  function takeIdle(fits: (member: Member) => boolean): Member | undefined {
    const found = idle.findLast(fits);
    if (found === undefined) return undefined;
    idle = idle.filter((one) => one !== found);
    found.cancelExpiry?.();
    found.worker.hold(true);
    return found;
  }

  function seatOf(member: Member): Seat {
    return {
      worker: member.worker,
      leave(reusable) {
        if (isClosed || !reusable || member.calls >= maxCalls) discard(member);
        else rest(member);
        serve();
      },
    };
  }

  /** Gives every wish what there is, and starts what is missing. */
  function serve(): void {
    if (isClosed) return;
    for (const wish of wishes) {
      const warm = takeIdle(({ handler }) => handler === wish.handler);
      const fresh = warm ?? takeIdle(({ handler }) => handler === undefined);
      if (fresh === undefined) continue;
      wishes = wishes.filter((one) => one !== wish);
      fresh.calls += 1;
      if (warm === undefined) load(fresh, wish);
      else wish.take(seatOf(fresh));
    }
    startMissing(wishes.length);
    // The one ahead of need can wait until whoever is served now is.
    cancelAhead ??= unhurried(AHEAD_MS, () => {
      cancelAhead = undefined;
      startMissing(wishes.length + 1);
    });
  }

  /** Starts as many as are wanted and neither ready nor on their way. */
  function startMissing(wanted: number): void {
    const ready = idle.filter(({ handler }) => handler === undefined).length;
    for (let missing = wanted - ready - starting; missing > 0 && !isClosed; missing -= 1) {
      if (members.size >= maxWorkers && !makeRoom()) return;
      begin();
    }
  }

  /** Ends the worker that nobody has needed for the longest time; false where all are needed. */
  function makeRoom(): boolean {
    const oldest =
      wishes.length > 0 ? idle.find(({ handler }) => handler !== undefined) : undefined;
    if (oldest !== undefined) discard(oldest);
    return oldest !== undefined;
  }

  function begin(): void {
    const worker = started();
    if (worker === undefined) return startAgain();
    const member: Member = { worker, handler: undefined, calls: 0, cancelExpiry: undefined };
    members.add(member);
    starting += 1;
    worker.hold(false);
    hearReady(worker, deadlines, (isReady) => {
      starting -= 1;
      if (!isReady) {
        discard(member);
        return startAgain();
      }
      rest(member);
      // Where nobody waits it is the one ahead of need, and there is none to start after it.
      if (wishes.length > 0) serve();
    });
  }

  /** A machine without memory or handles may not even begin to start one: that is one more that did not start. */
  function started(): Worker | undefined {
    try {
      return start();
    } catch {
      return undefined;
    }
  }

  /** A worker that does not start is not started again for nobody, and not at once. */
  function startAgain(): void {
    if (wishes.length > 0) deadlines.after(START_AGAIN_MS, serve);
  }

  function load(member: Member, { handler, source, take }: Wish): void {
    member.handler = handler;
    hearLoaded(member.worker, source, deadlines, (fault) => {
      if (fault === undefined) return take(seatOf(member));
      take({ ok: false, why: 'unloadable', text: fault });
      discard(member);
      serve();
    });
  }

  return Object.freeze<Pool>({
    seat: (handler, source, withinMs, signal) =>
      new Promise((resolve) => {
        if (isClosed) return resolve({ ok: false, why: 'closed' });
        let isTaken = false;
        const leave = (why: 'late' | 'closed' | 'cancelled'): void => take({ ok: false, why });
        const onAbort = (): void => leave('cancelled');
        const take = (found: Seat | NoSeat): void => {
          cancel();
          unheed?.();
          // What comes for somebody who left is for the next.
          if (isTaken) {
            if (!('ok' in found)) found.leave(true);
            return;
          }
          isTaken = true;
          wishes = wishes.filter((one) => one !== wish);
          resolve(found);
        };
        const wish: Wish = { handler, source, take };
        const cancel = deadlines.after(withinMs, () => leave('late'));
        const unheed = signal && heed(signal, onAbort);
        if (signal !== undefined && unheed === undefined) return onAbort();
        wishes.push(wish);
        serve();
      }),
    count: () => ({ all: members.size, idle: idle.length }),
    close() {
      isClosed = true;
      cancelAhead?.();
      for (const { take } of wishes) take({ ok: false, why: 'closed' });
      for (const member of members) discard(member);
    },
  });
}

/** Calls after a while, unless cancelled; a program need not go on for it. */
function unhurried(ms: number, then: () => void): () => void {
  const timer: unknown = setTimeout(then, ms);
  (timer as { unref?(): void }).unref?.();
  return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
}

/** How long after it is missed the worker ahead of need is started. */
const AHEAD_MS = 25;
/** How long nothing is tried after a worker did not start. */
const START_AGAIN_MS = 250;
