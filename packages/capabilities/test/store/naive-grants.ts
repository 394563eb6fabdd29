import type { CapabilityRequest, NewRequest } from '../../src/grants/capability-request.js';
import type { Grant, NewGrant } from '../../src/grants/grant.js';
import type { GrantSteps, RequestAnswer } from '../../src/store/grant-steps.js';
import type { PolicySteps } from '../../src/store/policy-steps.js';

/** Grants and requests, worked out from what happened each time somebody asks. */
export interface NaiveGrants extends GrantSteps {
  addGrant(grant: NewGrant): Grant;
  isUsable(id: string, holder: string): boolean;
  /** Tells whether it was the last use. */
  use(id: string): boolean;
  /** What time has ended and nobody was told of yet. */
  untold(): { grants: readonly Grant[]; requests: readonly string[] };
}

const within = <T>(list: readonly T[] | undefined, one: T): boolean => list?.includes(one) ?? true;

/** Keeps what happened to grants and requests, and nothing else. */
export function naiveGrants(now: () => number): NaiveGrants {
  const given: { wanted: NewGrant; at: number }[] = [];
  const uses: string[] = [];
  const revoked: { id: string; by: string }[] = [];
  const asked: { wanted: NewRequest; at: number }[] = [];
  const answers: { id: string; at: number; answer: RequestAnswer }[] = [];
  const told = new Set<string>();

  function grantOf({ wanted, at }: (typeof given)[number]): Grant {
    const { startsInMs, lastsMs, ...grant } = wanted;
    const startsAt = at + startsInMs;
    const expiresAt = startsAt + lastsMs;
    const used = uses.filter((id) => id === wanted.id).length;
    const end = revoked.find(({ id }) => id === wanted.id);
    let state: Grant['state'] = expiresAt <= now() ? 'lapsed' : 'live';
    if (used === wanted.uses) state = 'spent';
    if (end !== undefined) state = 'revoked';
    return {
      ...grant,
      state,
      used,
      createdAt: at,
      startsAt,
      expiresAt,
      ...(end !== undefined && { revokedBy: end.by }),
    };
  }

  function requestOf({ wanted, at }: (typeof asked)[number]): CapabilityRequest {
    const { ttlMs, maxOpen: _, ...request } = wanted;
    const expiresAt = at + ttlMs;
    const first = { time: at, by: wanted.principal, kind: 'asked' } as const;
    const row = { ...request, state: 'open' as const, createdAt: at, expiresAt, history: [first] };
    const answered = answers.find(({ id }) => id === wanted.id);
    if (answered === undefined) {
      const entry = { time: expiresAt, by: wanted.principal, kind: 'expired' } as const;
      return expiresAt > now() ? row : { ...row, state: 'expired', history: [first, entry] };
    }
    const { answer } = answered;
    const by = answer.state === 'withdrawn' ? answer.by : `person:${answer.by}`;
    const note = 'note' in answer && answer.note !== undefined ? { note: answer.note } : {};
    const grant = answer.state === 'granted' ? { grant: answer.grant.id } : {};
    const entry = { time: answered.at, by, kind: answer.state, ...note, ...grant };
    return { ...row, state: answer.state, history: [first, entry], ...grant };
  }

  const find = (wanted: string): Grant | undefined =>
    given.map(grantOf).find(({ id }) => id === wanted);
  const findRequest = (wanted: string): CapabilityRequest | undefined =>
    asked.map(requestOf).find(({ id }) => id === wanted);
  function addGrant(wanted: NewGrant): Grant {
    const one = { wanted, at: now() };
    given.push(one);
    return grantOf(one);
  }

  return {
    addGrant,
    findGrant: find,
    listGrants: (filter) =>
      given
        .map(grantOf)
        .filter(({ holder }) => filter?.holder === undefined || holder === filter.holder)
        .filter(({ state }) => within(filter?.states, state)),
    revokeGrant(id, by) {
      const changed = find(id)?.state === 'live';
      if (changed) revoked.push({ id, by });
      return { changed, grant: find(id) };
    },
    openRequest(wanted) {
      const open = asked
        .map(requestOf)
        .filter(({ principal, state }) => principal === wanted.principal && state === 'open');
      const same = open.find(({ digest }) => digest === wanted.digest);
      if (same !== undefined) return same;
      if (open.length >= wanted.maxOpen) return 'too_many_requests';
      const one = { wanted, at: now() };
      asked.push(one);
      return requestOf(one);
    },
    findRequest,
    listRequests: (filter) =>
      asked
        .map(requestOf)
        .filter(
          ({ principal }) => filter?.principal === undefined || principal === filter.principal,
        )
        .filter(({ state }) => within(filter?.states, state)),
    decideRequest(id, seen, answer) {
      const request = findRequest(id);
      const fits = request?.digest === seen || (seen === undefined && answer.state === 'withdrawn');
      if (request?.state !== 'open' || !fits) return { changed: false, request };
      answers.push({ id, at: now(), answer });
      const changed = { changed: true, request: findRequest(id) };
      return answer.state === 'granted' ? { ...changed, grant: addGrant(answer.grant) } : changed;
    },
    isUsable(id, holder) {
      const grant = find(id);
      return grant?.state === 'live' && grant.holder === holder && grant.startsAt <= now();
    },
    use(id) {
      uses.push(id);
      return given.map(grantOf).some((one) => one.id === id && one.state === 'spent');
    },
    untold() {
      const grants = given
        .map(grantOf)
        .filter(({ id, state }) => state === 'lapsed' && !told.has(id));
      const requests = asked
        .map(requestOf)
        .filter(({ id, state }) => state === 'expired' && !told.has(id));
      for (const { id } of [...grants, ...requests]) told.add(id);
      return { grants, requests: requests.map(({ id }) => id) };
    },
  };
}

/** Keeps the rules of every revision in a list. */
export function naivePolicies(): PolicySteps & { policyRevision(): number } {
  const revisions: Parameters<PolicySteps['changePolicy']>[1][] = [[]];
  const at = (revision: number) => {
    const rules = revisions[revision];
    return rules && { revision, rules };
  };
  const present = () => at(revisions.length - 1) ?? { revision: 0, rules: [] };
  return {
    policyRevision: () => present().revision,
    policy: (revision) => (revision === undefined ? present() : at(revision)),
    changePolicy(from, rules) {
      const changed = from === present().revision;
      if (changed) revisions.push(rules);
      return { changed, policy: present() };
    },
  };
}
