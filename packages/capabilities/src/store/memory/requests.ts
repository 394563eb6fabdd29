import type { CapabilityRequest, RequestEntry } from '../../grants/capability-request.js';
import type { Grant, NewGrant } from '../../grants/grant.js';
import { deepFreeze } from '../../internal/freeze.js';
import type { GrantSteps, RequestAnswer } from '../grant-steps.js';
import { KEEP_MOST, makeRoom, put } from './rows.js';

type Steps = Pick<GrantSteps, 'openRequest' | 'findRequest' | 'listRequests' | 'decideRequest'>;

/** What was asked for. */
export interface MemoryRequests extends Steps {
  /** Marks what has lapsed; tells what was marked since it told last. */
  sweep(): readonly string[];
}

/** Keeps capability requests in memory. `addGrant` gives what a yes gives. */
export function memoryRequests(
  now: () => number,
  addGrant: (grant: NewGrant) => Grant,
): MemoryRequests {
  const rows = new Map<string, CapabilityRequest>();
  let untold: string[] = [];

  /** Reads a row as it stands at this moment. That it lapsed is its asker's entry: nobody else acted. */
  function standing(row: CapabilityRequest): CapabilityRequest {
    if (row.state !== 'open' || row.expiresAt > now()) return row;
    return added(row, { time: row.expiresAt, by: row.principal, kind: 'expired' });
  }

  function find(id: string): CapabilityRequest | undefined {
    const row = rows.get(id);
    return row && standing(row);
  }

  function expire(): void {
    for (const row of rows.values()) {
      const stands = standing(row);
      if (stands === row) continue;
      put(rows, stands);
      untold.push(row.id);
    }
  }

  return Object.freeze<MemoryRequests>({
    openRequest({ ttlMs, maxOpen, ...request }) {
      const { principal, digest } = request;
      if (rows.size >= KEEP_MOST) {
        expire();
        makeRoom(rows, ({ state }) => state !== 'open');
      }
      const open = [...rows.values()].filter(
        (row) => row.principal === principal && standing(row).state === 'open',
      );
      const same = open.find((row) => row.digest === digest);
      if (same !== undefined) return same;
      if (open.length >= maxOpen) return 'too_many_requests';
      const createdAt = now();
      return put(rows, {
        ...request,
        state: 'open',
        createdAt,
        expiresAt: createdAt + ttlMs,
        history: [{ time: createdAt, by: principal, kind: 'asked' }],
      });
    },
    findRequest: find,
    listRequests: ({ principal, states } = {}) =>
      [...rows.values()]
        .filter((row) => principal === undefined || row.principal === principal)
        .map(standing)
        .filter(({ state }) => states === undefined || states.includes(state)),
    decideRequest(id, seen, answer) {
      const request = find(id);
      const fits = seen === undefined ? answer.state === 'withdrawn' : request?.digest === seen;
      if (request?.state !== 'open' || !fits) return { changed: false, request };
      return {
        changed: true,
        request: put(rows, added(request, entryOf(answer, now()))),
        ...(answer.state === 'granted' && { grant: addGrant(answer.grant) }),
      };
    },
    sweep() {
      expire();
      const told = untold;
      untold = [];
      return told;
    },
  });
}

/** The request with one more line of history, which says how it stands. */
function added(
  request: CapabilityRequest,
  entry: RequestEntry & { readonly kind: Exclude<RequestEntry['kind'], 'asked'> },
): CapabilityRequest {
  return deepFreeze({
    ...request,
    state: entry.kind,
    history: [...request.history, entry],
    ...(entry.grant !== undefined && { grant: entry.grant }),
  });
}

function entryOf(answer: RequestAnswer, time: number): Parameters<typeof added>[1] {
  if (answer.state === 'withdrawn') return { time, by: answer.by, kind: 'withdrawn' };
  return {
    time,
    by: `person:${answer.by}`,
    kind: answer.state,
    ...(answer.note !== undefined && { note: answer.note }),
    ...(answer.state === 'granted' && { grant: answer.grant.id }),
  };
}
