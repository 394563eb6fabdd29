import type { CapabilityRequest, RequestEntry } from '../../grants/capability-request.js';
import type { Grant, NewGrant } from '../../grants/grant.js';
import { deepFreeze } from '../../internal/freeze.js';
import type { GrantSteps, RequestAnswer } from '../grant-steps.js';

/** How many grants and requests are kept after they ended; the oldest go first. */
const KEEP_MOST = 10_000;

/** Grants, and the requests for them. */
export interface MemoryGrants extends GrantSteps {
  addGrant(grant: NewGrant): Grant;
  /** The live grant of this holder, if it has started and is not used up. */
  usable(id: string, holder: string): Grant | undefined;
  use(grant: Grant): void;
  /** Ends what time has ended; tells which grants, and how many requests. */
  sweep(): { readonly grants: readonly Grant[]; readonly requests: number };
}

/** Keeps grants and requests in memory. */
export function memoryGrants(now: () => number): MemoryGrants {
  const grants = new Map<string, Grant>();
  const requests = new Map<string, CapabilityRequest>();

  const put = <Row extends { readonly id: string }>(rows: Map<string, Row>, row: Row): Row => {
    rows.set(row.id, deepFreeze(row));
    return row;
  };

  /** As it stands at this moment; the sweep writes down what time has ended. */
  function currentGrant(grant: Grant | undefined): Grant | undefined {
    return grant?.state === 'live' && grant.expiresAt <= now()
      ? deepFreeze({ ...grant, state: 'lapsed' as const })
      : grant;
  }

  function currentRequest(request: CapabilityRequest | undefined): CapabilityRequest | undefined {
    if (request?.state !== 'open' || request.expiresAt > now()) return request;
    const entry = { time: request.expiresAt, by: request.principal, kind: 'expired' } as const;
    return deepFreeze({
      ...request,
      state: 'expired' as const,
      history: [...request.history, entry],
    });
  }

  function addGrant({ startsInMs, lastsMs, ...grant }: NewGrant): Grant {
    forget(grants, ({ state }) => state !== 'live');
    const createdAt = now();
    const startsAt = createdAt + startsInMs;
    return put(grants, {
      ...grant,
      state: 'live',
      used: 0,
      createdAt,
      startsAt,
      expiresAt: startsAt + lastsMs,
    });
  }

  function answered(request: CapabilityRequest, answer: RequestAnswer): CapabilityRequest {
    const grant = answer.state === 'granted' ? { grant: answer.grant.id } : undefined;
    const entry: RequestEntry = {
      time: now(),
      by: answer.state === 'withdrawn' ? answer.by : `person:${answer.by}`,
      kind: answer.state,
      ...(answer.state !== 'withdrawn' && answer.note !== undefined && { note: answer.note }),
      ...grant,
    };
    return put(requests, {
      ...request,
      state: answer.state,
      history: [...request.history, entry],
      ...grant,
    });
  }

  return Object.freeze<MemoryGrants>({
    addGrant,
    findGrant: (id) => currentGrant(grants.get(id)),
    listGrants: ({ holder, states } = {}) =>
      [...grants.values()]
        .filter((grant) => holder === undefined || grant.holder === holder)
        .flatMap((grant) => currentGrant(grant) ?? [])
        .filter(({ state }) => states === undefined || states.includes(state)),
    revokeGrant(id, by) {
      const grant = currentGrant(grants.get(id));
      return grant?.state === 'live'
        ? { changed: true, grant: put(grants, { ...grant, state: 'revoked', revokedBy: by }) }
        : { changed: false, grant };
    },
    usable(id, holder) {
      const grant = currentGrant(grants.get(id));
      const fits = grant?.state === 'live' && grant.holder === holder && grant.startsAt <= now();
      return fits ? grant : undefined;
    },
    use(grant) {
      const used = grant.used + 1;
      put(grants, { ...grant, used, state: used === grant.uses ? 'spent' : 'live' });
    },

    openRequest({ ttlMs, maxOpen, ...request }) {
      forget(requests, ({ state }) => state !== 'open');
      const open = [...requests.values()].filter(
        (one) => one.principal === request.principal && currentRequest(one)?.state === 'open',
      );
      const same = open.find(({ digest }) => digest === request.digest);
      if (same !== undefined) return same;
      if (open.length >= maxOpen) return 'too_many_requests';
      const createdAt = now();
      return put(requests, {
        ...request,
        state: 'open',
        createdAt,
        expiresAt: createdAt + ttlMs,
        history: [{ time: createdAt, by: request.principal, kind: 'asked' }],
      });
    },
    findRequest: (id) => currentRequest(requests.get(id)),
    listRequests: ({ principal, states } = {}) =>
      [...requests.values()]
        .filter((request) => principal === undefined || request.principal === principal)
        .flatMap((request) => currentRequest(request) ?? [])
        .filter(({ state }) => states === undefined || states.includes(state)),
    decideRequest(id, seen, answer) {
      const request = currentRequest(requests.get(id));
      const fits = seen === undefined ? answer.state === 'withdrawn' : request?.digest === seen;
      if (request?.state !== 'open' || !fits) return { changed: false, request };
      return {
        changed: true,
        request: answered(request, answer),
        ...(answer.state === 'granted' && { grant: addGrant(answer.grant) }),
      };
    },

    sweep() {
      const lapsed = [...grants.values()].filter((grant) => currentGrant(grant) !== grant);
      const expired = [...requests.values()].filter((one) => currentRequest(one) !== one);
      for (const request of expired) put(requests, currentRequest(request) ?? request);
      return {
        grants: lapsed.map((grant) => put(grants, currentGrant(grant) ?? grant)),
        requests: expired.length,
      };
    },
  });
}

/** Makes room: what has ended goes, the oldest first; what is in force stays. */
function forget<Row extends { readonly id: string }>(
  rows: Map<string, Row>,
  hasEnded: (row: Row) => boolean,
): void {
  for (const row of rows.values()) {
    if (rows.size < KEEP_MOST) return;
    if (hasEnded(row)) rows.delete(row.id);
  }
}
