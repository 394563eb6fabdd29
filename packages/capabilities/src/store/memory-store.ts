import type { Pending, PendingState } from '../confirmation/pending.js';
import { sameMark, type Provenance } from '../contract/caller.js';
import { deepFreeze } from '../internal/freeze.js';
import { systemClock, type Clock } from './clock.js';
import type { DoorStore } from './door-store.js';
import type { Begun, Intent, Overdue, Recorded, Settled } from './intent-steps.js';
import type { Changed, NewPending, Wanted } from './pending-steps.js';

/** How long a finished proposal can still be asked after, and how many are kept. */
const KEEP_MS = 86_400_000;
const KEEP_MOST = 10_000;
/** How many bytes of results are held under keys; the oldest go first, their outcomes stay. */
const KEEP_RESULT_BYTES = 67_108_864;
/** How many counts of capabilities within turns are kept. */
const KEEP_TURNS = 100_000;

const FINAL: ReadonlySet<PendingState> = new Set<PendingState>([
  'spent',
  'declined',
  'expired',
  'withdrawn',
]);

interface Token {
  readonly pendingId: string;
  readonly expiresAt: number;
}
interface OpenIntent extends Intent {
  readonly begunAt: number;
  readonly deadline: number;
}
interface KeyRecord {
  /** The attempt it is about. */
  readonly id: string;
  readonly fingerprint: string;
  readonly until: number;
  readonly settled?: Settled;
}

/** Whether an approval is for what the caller proposed: the request as asked, or as a person changed it. */
const serves = (approved: Pending | undefined, proposed: string | undefined): boolean =>
  approved !== undefined && (approved.asked === proposed || approved.fingerprint === proposed);

/** Whether the second list says all that the first does, and more. */
const addsTo = (marks: readonly Provenance[], wanted: readonly Provenance[]): boolean =>
  marks.every((mark) => has(wanted, mark)) && !wanted.every((mark) => has(marks, mark));

const has = (marks: readonly Provenance[], mark: Provenance): boolean =>
  marks.some((other) => sameMark(mark, other));

/**
 * A door store that lives and dies with its process.
 *
 * Every method runs to its end before anything else can: that is what makes each one atomic.
 */
export function memoryStore(options: { readonly clock?: Clock } = {}): DoorStore {
  const clock = options.clock ?? systemClock;
  const rows = new Map<string, Pending>();
  const tokens = new Map<string, Token>();
  const tokenOf = new Map<string, string>();
  const turns = new Map<string, number>();
  const keys = new Map<string, KeyRecord>();
  const intents = new Map<string, OpenIntent>();
  let held = 0;
  let highest = clock.now();
  let read = clock.monotonic();

  /** Goes on by the monotonic clock, so that a wall clock set back prolongs nothing; set forward, it ends early. */
  function now(): number {
    const monotonic = clock.monotonic();
    highest = Math.max(highest + Math.max(0, monotonic - read), clock.now());
    read = monotonic;
    return highest;
  }

  /** Reads a row as it stands at this moment: time alone ends what time ends. */
  function current(id: string): Pending | undefined {
    const row = rows.get(id);
    if (row === undefined) return undefined;
    const lapsed =
      (row.state === 'open' && row.expiresAt <= now()) ||
      (row.state === 'approved' && (row.approvedUntil ?? 0) <= now());
    return lapsed ? put({ ...row, state: 'expired' }) : row;
  }

  function put(row: Pending): Pending {
    rows.set(row.id, deepFreeze(row));
    if (FINAL.has(row.state)) dropToken(row.id);
    return row;
  }

  function dropToken(pendingId: string): void {
    const hash = tokenOf.get(pendingId);
    if (hash !== undefined) tokens.delete(hash);
    tokenOf.delete(pendingId);
  }

  /** Reads the rows of one principal, or of all, each as it stands at this moment. */
  function all(principal?: string): Pending[] {
    const found: Pending[] = [];
    for (const { id, request } of rows.values()) {
      const row =
        principal === undefined || request.principal === principal ? current(id) : undefined;
      if (row !== undefined) found.push(row);
    }
    return found;
  }

  /** Forgets what nobody can act on any more, so that memory stays bounded. */
  function forget(): void {
    const old = now() - KEEP_MS;
    for (const row of all()) {
      // A no that is still in force is not forgotten for want of room: it would be asked anew.
      const dispensable = rows.size > KEEP_MOST && !isDeclinedStill(row);
      if (FINAL.has(row.state) && (row.expiresAt < old || dispensable)) rows.delete(row.id);
    }
  }

  const isDeclinedStill = (row: Pending): boolean =>
    row.state === 'declined' && row.expiresAt > now();

  function foreseePending({
    principal,
    fingerprint,
    maxOpen,
  }: Wanted): Pending | 'too_many_pending' | 'fresh' {
    const mine = all(principal);
    const same = mine.find(
      (row) => row.asked === fingerprint && (!FINAL.has(row.state) || isDeclinedStill(row)),
    );
    if (same !== undefined) return same;
    return mine.filter((row) => !FINAL.has(row.state)).length < maxOpen
      ? 'fresh'
      : 'too_many_pending';
  }

  function openPending(wanted: NewPending): Pending | 'too_many_pending' {
    if (rows.size >= KEEP_MOST) forget();
    const { ttlMs, maxOpen, ...row } = wanted;
    const { fingerprint, provenance, disclosure, request } = row;
    const found = foreseePending({ principal: request.principal, fingerprint, maxOpen });
    if (found === 'too_many_pending') return found;
    if (found !== 'fresh') {
      if (found.state === 'declined' || !addsTo(found.provenance, provenance)) return found;
      // What the person saw, or is looking at, said less of where this came from. Where a person
      // changed the arguments, the new disclosure is not of what would run.
      if (found.state === 'open' && found.fingerprint === fingerprint)
        return put({ ...found, provenance, disclosure });
      put({ ...found, state: 'withdrawn' });
    }
    const createdAt = now();
    return put({
      ...row,
      asked: fingerprint,
      state: 'open',
      createdAt,
      expiresAt: createdAt + ttlMs,
    });
  }

  function change(
    id: string,
    fits: (row: Pending) => boolean,
    to: (row: Pending) => Pending,
  ): Changed {
    const row = current(id);
    return row?.state === 'open' && fits(row)
      ? { changed: true, pending: put(to(row)) }
      : { changed: false, pending: row };
  }

  function begin(intent: Intent): Begun {
    const confirmed = intent.tokenHash === undefined ? undefined : byToken(intent.tokenHash);
    if (intent.tokenHash !== undefined && !serves(confirmed, intent.fingerprint))
      return { ok: false, code: 'confirmation_refused' };
    const turnKey = intent.turn === undefined ? undefined : `${intent.turn}\n${intent.capability}`;
    const count = turnKey === undefined ? 0 : (turns.get(turnKey) ?? 0);
    if (count >= intent.maxPerTurn) return { ok: false, code: 'turn_limit' };
    const key = intent.key === undefined ? undefined : `${intent.principal}\n${intent.key}`;
    if (key !== undefined && (keys.get(key)?.until ?? 0) > now())
      return { ok: false, code: 'key_conflict' };

    if (confirmed !== undefined) put({ ...confirmed, state: 'spent' });
    if (turnKey !== undefined) setTurn(turnKey, count + 1);
    const begunAt = now();
    const deadline = begunAt + intent.deadlineMs;
    // A key outlives its attempt, however long that may take: else the same work would begin beside itself.
    if (key !== undefined)
      keep(key, {
        id: intent.id,
        fingerprint: intent.fingerprint ?? '',
        until: deadline + KEEP_MS,
      });
    intents.set(intent.id, { ...intent, begunAt, deadline });
    return { ok: true };
  }

  /** Keeps what is known under a key, and forgets what lapsed before. */
  function keep(key: string, record: KeyRecord): void {
    drop(key);
    keys.set(key, record);
    held += record.settled?.resultBytes ?? 0;
    for (const [oldest, older] of keys) {
      if (held <= KEEP_RESULT_BYTES) break;
      if (older.settled?.result === undefined) continue;
      held -= older.settled.resultBytes ?? 0;
      const { result: _result, resultBytes: _bytes, ...outcome } = older.settled;
      keys.set(oldest, { ...older, settled: outcome });
    }
    for (const [oldest, { until }] of keys) {
      if (until > now()) break;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    held -= keys.get(key)?.settled?.resultBytes ?? 0;
    keys.delete(key);
  }

  /** Keeps the turns that were active last; a turn that was long quiet starts anew. */
  function setTurn(key: string, count: number): void {
    turns.delete(key);
    turns.set(key, count);
    for (const oldest of turns.keys()) {
      if (turns.size <= KEEP_TURNS) break;
      turns.delete(oldest);
    }
  }

  function byToken(hash: string): Pending | undefined {
    const token = tokens.get(hash);
    if (token === undefined || token.expiresAt <= now()) return undefined;
    const row = current(token.pendingId);
    return row?.state === 'approved' ? row : undefined;
  }

  function end(id: string, settled: Settled): boolean {
    const intent = intents.get(id);
    if (intent === undefined) return false;
    intents.delete(id);
    const key = `${intent.principal}\n${intent.key}`;
    const record = keys.get(key);
    // Its key may have lapsed, and be another attempt's by now: neither is undone.
    if (intent.key !== undefined && record?.id === id && record.until > now())
      keep(key, { ...record, until: now() + KEEP_MS, settled: deepFreeze(settled) });
    return true;
  }

  return Object.freeze<DoorStore>({
    now,
    foreseePending,
    openPending,
    findPending: current,
    findByToken: byToken,
    listPending: ({ principal, states } = {}) =>
      all(principal).filter((row) => states === undefined || states.includes(row.state)),
    decide: (id, seen, answer) =>
      change(
        id,
        ({ disclosure }) =>
          seen === undefined ? answer.state === 'withdrawn' : disclosure.digest === seen,
        (row) => {
          const decided: Pending = { ...row, state: answer.state, decidedBy: answer.by };
          if (answer.state === 'approved')
            return { ...decided, approvedUntil: now() + answer.ttlMs };
          return answer.state === 'declined' && answer.note !== undefined
            ? { ...decided, note: answer.note }
            : decided;
        },
      ),
    modify: (id, seen, modification) =>
      change(
        id,
        ({ disclosure }) => disclosure.digest === seen,
        (row) => ({ ...row, ...modification }),
      ),
    revoke: (id) => {
      const row = current(id);
      if (row !== undefined && !FINAL.has(row.state)) put({ ...row, state: 'withdrawn' });
    },
    mint: (id, hash, ttlMs) => {
      const row = current(id);
      if (row?.state !== 'approved') return undefined;
      dropToken(id);
      const expiresAt = Math.min(now() + ttlMs, row.approvedUntil ?? 0);
      tokens.set(hash, { pendingId: id, expiresAt });
      tokenOf.set(id, hash);
      return expiresAt;
    },
    turnCount: (turn, capability) => turns.get(`${turn}\n${capability}`) ?? 0,
    countTurn: (turn, capability) => {
      const key = `${turn}\n${capability}`;
      setTurn(key, (turns.get(key) ?? 0) + 1);
    },
    recorded: (principal, key, fingerprint): Recorded => {
      const record = keys.get(`${principal}\n${key}`);
      if (record === undefined || record.until <= now()) return { state: 'unseen' };
      if (record.fingerprint !== fingerprint) return { state: 'conflict' };
      return record.settled === undefined
        ? { state: 'running' }
        : { state: 'settled', settled: record.settled };
    },
    begin,
    end,
    closeOverdue: () => {
      const closed: Overdue[] = [];
      for (const {
        id,
        capability,
        version,
        principal,
        mutating,
        begunAt,
        deadline,
      } of intents.values()) {
        if (deadline > now()) continue;
        closed.push({ id, capability, version, principal, mutating, ageMs: now() - begunAt });
        end(
          id,
          mutating
            ? { outcome: 'unknown', code: 'worker_lost' }
            : { outcome: 'rejected', code: 'worker_lost' },
        );
      }
      return closed;
    },
  });
}
