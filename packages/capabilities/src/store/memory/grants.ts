import type { Grant, NewGrant } from '../../grants/grant.js';
import { deepFreeze } from '../../internal/freeze.js';
import type { GrantSteps } from '../grant-steps.js';
import { makeRoom, put } from './rows.js';

type Steps = Pick<GrantSteps, 'findGrant' | 'listGrants' | 'revokeGrant'>;

/** The grants that were given. */
export interface MemoryGrants extends Steps {
  addGrant(grant: NewGrant): Grant;
  /** The live grant of this holder, if it has started and is not used up. */
  usable(id: string, holder: string): Grant | undefined;
  /** Takes a use; tells whether it was the last. */
  use(grant: Grant): boolean;
  /** Marks what has lapsed, and tells which were marked. */
  sweep(): readonly Grant[];
}

/** Keeps grants in memory. */
export function memoryGrants(now: () => number): MemoryGrants {
  const rows = new Map<string, Grant>();

  /** Reads a row as it stands at this moment; only the sweep writes down what time has ended. */
  const standing = (row: Grant): Grant =>
    row.state === 'live' && row.expiresAt <= now()
      ? deepFreeze({ ...row, state: 'lapsed' as const })
      : row;

  function find(id: string): Grant | undefined {
    const row = rows.get(id);
    return row && standing(row);
  }

  return Object.freeze<MemoryGrants>({
    addGrant({ startsInMs, lastsMs, ...grant }) {
      // What has lapsed and was told to nobody yet still counts as live, and stays.
      makeRoom(rows, ({ state }) => state !== 'live');
      const createdAt = now();
      const startsAt = createdAt + startsInMs;
      const expiresAt = startsAt + lastsMs;
      return put(rows, { ...grant, state: 'live', used: 0, createdAt, startsAt, expiresAt });
    },
    findGrant: find,
    listGrants: ({ holder, states } = {}) =>
      [...rows.values()]
        .filter((row) => holder === undefined || row.holder === holder)
        .map(standing)
        .filter(({ state }) => states === undefined || states.includes(state)),
    revokeGrant(id, by) {
      const grant = find(id);
      return grant?.state === 'live'
        ? { changed: true, grant: put(rows, { ...grant, state: 'revoked', revokedBy: by }) }
        : { changed: false, grant };
    },
    usable(id, holder) {
      const grant = find(id);
      const fits = grant?.state === 'live' && grant.holder === holder && grant.startsAt <= now();
      return fits ? grant : undefined;
    },
    use(grant) {
      const used = grant.used + 1;
      const isSpent = grant.uses !== undefined && used >= grant.uses;
      put(rows, { ...grant, used, state: isSpent ? 'spent' : 'live' });
      return isSpent;
    },
    sweep: () =>
      [...rows.values()]
        .filter((row) => standing(row) !== row)
        .map((row) => put(rows, standing(row))),
  });
}
