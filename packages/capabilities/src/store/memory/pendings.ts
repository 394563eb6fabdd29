import type { Pending, PendingState } from '../../confirmation/pending.js';
import { sameMark, type Provenance } from '../../contract/caller.js';
import type { Grant, NewGrant } from '../../grants/grant.js';
import { deepFreeze } from '../../internal/freeze.js';
import type { Answer, Changed, NewPending, PendingSteps, Wanted } from '../pending-steps.js';

/** How long a finished proposal can still be asked after, and how many are kept. */
const KEEP_MS = 86_400_000;
const KEEP_MOST = 10_000;

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

/** The proposals that wait for a person, with their tokens. */
export interface MemoryPendings extends PendingSteps {
  /** The approved proposal behind a token, if it is for what is proposed. */
  redeemable(tokenHash: string, proposed: string | undefined): Pending | undefined;
  spend(pending: Pending): void;
  /** Ends what time has ended, and forgets what nobody can ask for any more; tells what ended since it told last. */
  sweep(): readonly string[];
}

/** Whether the second list says all that the first does, and more. */
const addsTo = (marks: readonly Provenance[], wanted: readonly Provenance[]): boolean =>
  marks.every((mark) => has(wanted, mark)) && !wanted.every((mark) => has(marks, mark));

const has = (marks: readonly Provenance[], mark: Provenance): boolean =>
  marks.some((other) => sameMark(mark, other));

/** Keeps proposals in memory. `addGrant` gives what a yes for a time gives. */
export function memoryPendings(
  now: () => number,
  addGrant: (grant: NewGrant) => Grant,
): MemoryPendings {
  const rows = new Map<string, Pending>();
  const tokens = new Map<string, Token>();
  const tokenOf = new Map<string, string>();
  let untold: string[] = [];

  const hasLapsed = (row: Pending): boolean =>
    (row.state === 'open' && row.expiresAt <= now()) ||
    (row.state === 'approved' && (row.approvedUntil ?? 0) <= now());

  /** Reads a row as it stands at this moment: time alone ends what time ends. */
  function current(id: string): Pending | undefined {
    const row = rows.get(id);
    // It is marked as ended by the sweep; until then it only reads so.
    return row !== undefined && hasLapsed(row) ? ended(row) : row;
  }

  const ended = (row: Pending): Pending => deepFreeze({ ...row, state: 'expired' as const });

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
    for (const stored of rows.values()) {
      const row = hasLapsed(stored) ? put(ended(stored)) : stored;
      if (row !== stored) untold.push(row.id);
      // A no that is still in force is not forgotten for want of room: it would be asked anew.
      const dispensable = rows.size > KEEP_MOST && !isDeclinedStill(row);
      if (FINAL.has(row.state) && (row.expiresAt < old || dispensable)) rows.delete(row.id);
    }
  }

  function sweep(): readonly string[] {
    forget();
    const told = untold;
    untold = [];
    return told;
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
    const { fingerprint, request } = row;
    const found = foreseePending({ principal: request.principal, fingerprint, maxOpen });
    if (found === 'too_many_pending') return found;
    if (found !== 'fresh') {
      const { row: known, givesWay } = again(found, wanted);
      if (!givesWay) return known;
      put({ ...known, state: 'withdrawn' });
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

  /** The row that is there when the same is proposed again, and whether it has to give way. */
  function again(found: Pending, wanted: NewPending): { row: Pending; givesWay: boolean } {
    if (found.state === 'declined') return { row: found, givesWay: false };
    const row = found.grantable && !wanted.grantable ? put({ ...found, grantable: false }) : found;
    const { provenance, disclosure } = wanted;
    if (!addsTo(row.provenance, provenance)) return { row, givesWay: false };
    // What the person saw, or is looking at, said less of where this came from. Where a person
    // changed the arguments, the new disclosure is not of what would run.
    return row.state === 'open' && row.fingerprint === wanted.fingerprint
      ? { row: put({ ...row, provenance, disclosure }), givesWay: false }
      : { row, givesWay: true };
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

  function decided(row: Pending, answer: Answer): Pending {
    const by = { ...row, state: answer.state, decidedBy: answer.by };
    if (answer.state === 'approved') return { ...by, approvedUntil: now() + answer.ttlMs };
    return answer.state === 'declined' && answer.note !== undefined
      ? { ...by, note: answer.note }
      : by;
  }

  function byToken(hash: string): Pending | undefined {
    const token = tokens.get(hash);
    if (token === undefined || token.expiresAt <= now()) return undefined;
    const row = current(token.pendingId);
    return row?.state === 'approved' ? row : undefined;
  }

  return Object.freeze<MemoryPendings>({
    foreseePending,
    openPending,
    findPending: current,
    findByToken: byToken,
    listPending: ({ principal, states } = {}) =>
      all(principal).filter((row) => states === undefined || states.includes(row.state)),
    decide: (id, seen, answer) => {
      const answered = change(
        id,
        ({ disclosure }) =>
          seen === undefined ? answer.state === 'withdrawn' : disclosure.digest === seen,
        (row) => decided(row, answer),
      );
      return answered.changed && answer.state === 'approved' && answer.grant !== undefined
        ? { ...answered, grant: addGrant(answer.grant) }
        : answered;
    },
    modify: (id, seen, modification) =>
      change(
        id,
        ({ disclosure }) => disclosure.digest === seen,
        (row) => ({ ...row, ...modification }),
      ),
    revoke: (id) => {
      const row = current(id);
      return row === undefined || FINAL.has(row.state)
        ? { changed: false, pending: row }
        : { changed: true, pending: put({ ...row, state: 'withdrawn' }) };
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
    redeemable(hash, proposed) {
      const row = byToken(hash);
      // The request as asked, or as a person changed it.
      return row?.asked === proposed || row?.fingerprint === proposed ? row : undefined;
    },
    spend: (row) => void put({ ...row, state: 'spent' }),
    sweep,
  });
}
