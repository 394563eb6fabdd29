import { isDeepStrictEqual } from 'node:util';
import type { Disclosure } from '../../src/confirmation/disclosure.js';
import type { Provenance } from '../../src/contract/caller.js';
import type { Pending } from '../../src/confirmation/pending.js';
import type { DoorStore } from '../../src/store/door-store.js';
import type { Intent, Settled } from '../../src/store/intent-steps.js';
import type {
  Answer,
  Changed,
  Modification,
  NewPending,
  Wanted,
} from '../../src/store/pending-steps.js';
import { naiveGrants, naivePolicies } from './naive-grants.js';

const DAY = 86_400_000;

/** What happened to a proposal, and when. */
type Deed = { readonly at: number } & (
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'modified'; readonly modification: Modification }
  | {
      readonly is: 'marked';
      readonly provenance: readonly Provenance[];
      readonly disclosure: Disclosure;
    }
  | { readonly is: 'revoked' | 'spent' | 'ungranted' }
);

interface Put {
  readonly wanted: NewPending;
  readonly at: number;
  readonly deeds: Deed[];
}

const isFinal = ({ state }: Pending): boolean => state !== 'open' && state !== 'approved';

/**
 * A door store that is plain to see through: it forgets nothing, keeps only what happened, and works
 * out how things stand from that each time it is asked. Far too slow for anything but being compared with.
 */
export function naiveStore(now: () => number): DoorStore {
  const { isUsable, use, untold, ...grants } = naiveGrants(now);
  const policies = naivePolicies();
  const puts: Put[] = [];
  const told = new Set<string>();
  const mints: { hash: string; id: string; until: number }[] = [];
  const begins: { intent: Intent; at: number }[] = [];
  const endings: { id: string; at: number; settled: Settled }[] = [];
  const counts: string[] = [];
  const forgotten = new Set<string>();

  function stands({ wanted, at, deeds }: Put): Pending {
    const { ttlMs, maxOpen: _, ...put } = wanted;
    let row: Pending = {
      ...put,
      asked: put.fingerprint,
      state: 'open',
      createdAt: at,
      expiresAt: at + ttlMs,
    };
    for (const deed of deeds) {
      switch (deed.is) {
        case 'modified':
          row = { ...row, ...deed.modification };
          break;
        case 'marked':
          row = { ...row, provenance: deed.provenance, disclosure: deed.disclosure };
          break;
        case 'revoked':
          row = { ...row, state: 'withdrawn' };
          break;
        case 'spent':
          row = { ...row, state: 'spent' };
          break;
        case 'ungranted':
          row = { ...row, grantable: false };
          break;
        case 'answered': {
          const { answer } = deed;
          row = { ...row, state: answer.state, decidedBy: answer.by };
          if (answer.state === 'approved') row = { ...row, approvedUntil: deed.at + answer.ttlMs };
          if (answer.state === 'declined' && answer.note !== undefined)
            row = { ...row, note: answer.note };
        }
      }
    }
    const until = row.state === 'open' ? row.expiresAt : row.approvedUntil;
    return !isFinal(row) && until !== undefined && until <= now()
      ? { ...row, state: 'expired' }
      : row;
  }

  const putOf = (id: string): Put | undefined =>
    puts.find(({ wanted }) => wanted.id === id && !forgotten.has(id));
  const find = (id: string): Pending | undefined => {
    const put = putOf(id);
    return put && stands(put);
  };

  function foresee({ principal, fingerprint, maxOpen }: Wanted) {
    const mine = puts.map(stands).filter(({ request }) => request.principal === principal);
    const same = mine.find(
      (row) =>
        row.asked === fingerprint &&
        (!isFinal(row) || (row.state === 'declined' && row.expiresAt > now())),
    );
    if (same !== undefined) return same;
    return mine.filter((row) => !isFinal(row)).length >= maxOpen ? 'too_many_pending' : 'fresh';
  }

  function change(id: string, may: (row: Pending) => boolean, deed: (at: number) => Deed): Changed {
    const put = putOf(id);
    const row = put && stands(put);
    const changed = row !== undefined && row.state === 'open' && may(row);
    if (changed) put?.deeds.push(deed(now()));
    return { changed, pending: find(id) };
  }

  function byToken(hash: string): Pending | undefined {
    const mint = mints.find((one) => one.hash === hash);
    if (mint === undefined || mint.until <= now()) return undefined;
    const last = mints.filter(({ id }) => id === mint.id).at(-1);
    const row = find(mint.id);
    return last === mint && row?.state === 'approved' ? row : undefined;
  }

  const turnCount = (turn: string, capability: string): number =>
    begins.filter(({ intent }) => intent.turn === turn && intent.capability === capability).length +
    counts.filter((one) => one === JSON.stringify([turn, capability])).length;

  function underKey(principal: string, key: string) {
    const begun = begins
      .filter(({ intent }) => intent.principal === principal && intent.key === key)
      .at(-1);
    if (begun === undefined) return undefined;
    const ended = endings.find(({ id }) => id === begun.intent.id);
    const lapsesAt = begun.at + begun.intent.deadlineMs + DAY;
    const until = ended === undefined || ended.at >= lapsesAt ? lapsesAt : ended.at + DAY;
    return until > now() ? { begun, ended } : undefined;
  }

  const isRunning = (id: string): boolean =>
    begins.some(({ intent }) => intent.id === id) && !endings.some((one) => one.id === id);

  return {
    now,
    foreseePending: foresee,
    openPending(wanted) {
      const { request, fingerprint, maxOpen, provenance, disclosure } = wanted;
      const found = foresee({ principal: request.principal, fingerprint, maxOpen });
      if (found === 'too_many_pending') return found;
      if (found !== 'fresh') {
        if (found.state !== 'declined' && !wanted.grantable)
          putOf(found.id)?.deeds.push({ at: now(), is: 'ungranted' });
        const words = found.provenance.map((mark) => JSON.stringify(mark));
        const added = provenance.filter((mark) => !words.includes(JSON.stringify(mark)));
        const kept = found.provenance.filter((mark) =>
          provenance.some((one) => isDeepStrictEqual(one, mark)),
        );
        const isMarked = added.length > 0 && kept.length === found.provenance.length;
        if (found.state === 'declined' || !isMarked) return find(found.id) ?? found;
        if (found.state === 'open' && found.fingerprint === fingerprint) {
          putOf(found.id)?.deeds.push({ at: now(), is: 'marked', provenance, disclosure });
          return stands(putOf(found.id) as Put);
        }
        putOf(found.id)?.deeds.push({ at: now(), is: 'revoked' });
      }
      const put = { wanted, at: now(), deeds: [] };
      puts.push(put);
      return stands(put);
    },
    findPending: find,
    findByToken: byToken,
    listPending: (filter) =>
      puts
        .filter(({ wanted }) => !forgotten.has(wanted.id))
        .map(stands)
        .filter(
          ({ request }) =>
            filter?.principal === undefined || request.principal === filter.principal,
        )
        .filter(({ state }) => filter?.states === undefined || filter.states.includes(state)),
    decide(id, seen, answer) {
      const decided = change(
        id,
        ({ disclosure }) =>
          disclosure.digest === seen || (seen === undefined && answer.state === 'withdrawn'),
        (at) => ({ at, is: 'answered', answer }),
      );
      return decided.changed && answer.state === 'approved' && answer.grant !== undefined
        ? { ...decided, grant: grants.addGrant(answer.grant) }
        : decided;
    },
    modify: (id, seen, modification) =>
      change(
        id,
        ({ disclosure }) => disclosure.digest === seen,
        (at) => ({ at, is: 'modified', modification }),
      ),
    revoke(id) {
      const row = find(id);
      const changed = row !== undefined && !isFinal(row);
      if (changed) putOf(id)?.deeds.push({ at: now(), is: 'revoked' });
      return { changed, pending: find(id) };
    },
    mint(id, hash, ttlMs) {
      const row = find(id);
      if (row?.state !== 'approved') return undefined;
      const until = Math.min(now() + ttlMs, row.approvedUntil ?? 0);
      mints.push({ hash, id, until });
      return until;
    },
    turnCount,
    countTurn(turn, capability) {
      counts.push(JSON.stringify([turn, capability]));
    },
    recorded(principal, key, fingerprint) {
      const known = underKey(principal, key);
      if (known === undefined) return { state: 'unseen' };
      if ((known.begun.intent.fingerprint ?? '') !== fingerprint) return { state: 'conflict' };
      return known.ended === undefined
        ? { state: 'running' }
        : { state: 'settled', settled: known.ended.settled };
    },
    begin(intent) {
      const { tokenHash, fingerprint, turn, key, grant, principal, policyRevision } = intent;
      if (policyRevision !== undefined && policyRevision !== policies.policyRevision())
        return { ok: false, code: 'policy_changed' };
      const row = tokenHash === undefined ? undefined : byToken(tokenHash);
      const isServed =
        row !== undefined && [row.asked, row.fingerprint].includes(fingerprint ?? '');
      if (tokenHash !== undefined && !isServed) return { ok: false, code: 'confirmation_refused' };
      if (grant !== undefined && !isUsable(grant, principal))
        return { ok: false, code: 'grant_ended' };
      if (turn !== undefined && turnCount(turn, intent.capability) >= intent.maxPerTurn)
        return { ok: false, code: 'turn_limit' };
      if (key !== undefined && underKey(intent.principal, key) !== undefined)
        return { ok: false, code: 'key_conflict' };
      begins.push({ intent, at: now() });
      const grantSpent = grant !== undefined && use(grant);
      if (row !== undefined) putOf(row.id)?.deeds.push({ at: now(), is: 'spent' });
      return { ok: true, ...(grantSpent && { grantSpent }) };
    },
    end(id, settled) {
      if (!isRunning(id)) return false;
      endings.push({ id, at: now(), settled });
      return true;
    },
    overdue: () =>
      begins
        .filter(({ intent, at }) => isRunning(intent.id) && at + intent.deadlineMs <= now())
        .map(({ intent: { id, capability, version, principal, mutating }, at }) => ({
          id,
          capability,
          version,
          principal,
          mutating,
          ageMs: now() - at,
        })),
    ...grants,
    ...policies,
    sweep() {
      const rows = puts.map(stands).filter(({ id }) => !forgotten.has(id));
      const lapsed = rows.filter(({ id, state }) => state === 'expired' && !told.has(id));
      for (const { id } of lapsed) told.add(id);
      // What is long over can no longer be asked after.
      for (const row of rows)
        if (isFinal(row) && row.expiresAt < now() - DAY) forgotten.add(row.id);
      return { pending: lapsed.map(({ id }) => id), ...untold(), clockMovedBack: false };
    },
  };
}
