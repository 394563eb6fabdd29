import type { Pending } from '../../src/confirmation/pending.js';
import type { Grant } from '../../src/grants/grant.js';
import type { DoorStore } from '../../src/store/door-store.js';
import type { Begun } from '../../src/store/intent-steps.js';
import { pause, type Broken } from './store-broken.js';

const find = (store: DoorStore, id = ''): Grant | undefined =>
  store.findGrant(id) as Grant | undefined;

/** Stores that are wrong about grants. */
export const BROKEN_GRANTS: readonly Broken[] = [
  [
    'looks at a grant and takes a use in two steps',
    (store) => {
      const used = new Map<string, number>();
      return {
        begin: async ({ grant: id, ...intent }) => {
          if (id === undefined) return store.begin(intent);
          const count = used.get(id) ?? 0;
          await pause();
          if (count >= (find(store, id)?.uses ?? Infinity))
            return { ok: false, code: 'grant_ended' };
          used.set(id, count + 1);
          return store.begin(intent);
        },
      };
    },
    'S3-215 S3-216 of many uses at once of a counted grant, exactly so many are taken',
  ],
  [
    'gives one more use than was given',
    (store) => ({
      addGrant: async ({ uses, ...grant }) => ({
        ...(await store.addGrant({ ...grant, ...(uses !== undefined && { uses: uses + 1 }) })),
        ...(uses !== undefined && { uses }),
      }),
    }),
    'S3-215 S3-216 of many uses at once of a counted grant, exactly so many are taken',
  ],
  [
    'takes no count for one',
    (store) => ({ addGrant: (grant) => store.addGrant({ uses: 1, ...grant }) }),
    'S3-215 a grant without a count is used as often as one likes',
  ],
  [
    'lets a grant be used that nobody has swept yet',
    (store) => ({
      begin: ({ grant, ...intent }) =>
        find(store, grant)?.state === 'lapsed' || grant === undefined
          ? store.begin(intent)
          : store.begin({ ...intent, grant }),
    }),
    'S3-221 a grant is kept as it was given, lives for its time, and is of no use after it',
  ],
  [
    'lets anybody use a grant',
    (store) => ({
      begin: (intent) =>
        store.begin({
          ...intent,
          principal: find(store, intent.grant)?.holder ?? intent.principal,
        }),
    }),
    'a grant serves its holder, from its start on, and while it lives',
  ],
  [
    'starts every grant at once',
    (store) => ({ addGrant: (grant) => store.addGrant({ ...grant, startsInMs: 0 }) }),
    'a grant serves its holder, from its start on, and while it lives',
  ],
  [
    'says to all who revoke that they did',
    (store) => ({
      revokeGrant: async (id, by) => ({ ...(await store.revokeGrant(id, by)), changed: true }),
    }),
    'S3-222 A46 of many who revoke a grant at once, one does; and nothing uses it then',
  ],
  [
    'revokes what has lapsed',
    (store) => {
      const revoked = new Map<string, Grant>();
      return {
        revokeGrant: async (id, by) => {
          const grant = find(store, id);
          if (grant?.state !== 'lapsed') return store.revokeGrant(id, by);
          revoked.set(id, { ...grant, state: 'revoked', revokedBy: by });
          return { changed: true, grant: revoked.get(id) };
        },
        findGrant: (id) => revoked.get(id) ?? store.findGrant(id),
      };
    },
    'what has ended of a grant stays so, whatever is tried',
  ],
  [
    'takes a use for what it then refuses',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        const { turn: _turn, key: _key, tokenHash: _token, ...rest } = intent;
        if (!begun.ok && begun.code !== 'grant_ended')
          void store.begin({ ...rest, id: `${rest.id} again` });
        return begun;
      },
    }),
    'what is not begun takes nothing of a grant',
  ],
  [
    'counts a turn before it looks at the grant',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        if (!begun.ok && begun.code === 'grant_ended' && intent.turn !== undefined)
          void store.countTurn(intent.turn, intent.capability);
        return begun;
      },
    }),
    'what is refused for its grant takes no token, no turn and no key',
  ],
  [
    'lists grants by their ids',
    (store) => ({
      listGrants: async (filter) =>
        [...(await store.listGrants(filter))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
    'lists grants by holder and state, in the order they were given',
  ],
  [
    'gives a grant before it knows who decided',
    (store) => ({
      decide: async (id, seen, answer) => {
        if (answer.state !== 'approved' || answer.grant === undefined)
          return store.decide(id, seen, answer);
        const { grant: wanted, ...yes } = answer;
        const grant = await store.addGrant(wanted);
        const decided = await store.decide(id, seen, yes);
        return decided.changed ? { ...decided, grant } : decided;
      },
    }),
    'A45 a yes for a time gives its grant in the same step, and once; a no gives none',
  ],
  [
    'tells everybody what has lapsed',
    (store) => ({
      sweep: async () => ({
        ...(await store.sweep()),
        grants: await store.listGrants({ states: ['lapsed'] }),
      }),
    }),
    'S3-218 a sweep marks what has lapsed, and tells each to one of many',
  ],
  [
    'tells nobody what somebody has seen',
    (store) => {
      const seen = new Set<string>();
      return {
        findGrant: (id) => {
          seen.add(id);
          return store.findGrant(id);
        },
        sweep: async () => {
          const swept = await store.sweep();
          return { ...swept, grants: swept.grants.filter(({ id }) => !seen.has(id)) };
        },
      };
    },
    'S3-218 a sweep marks what has lapsed, and tells each to one of many',
  ],
  [
    'gives back the leave that was taken',
    (store) => ({
      openPending: async (wanted) => {
        const pending = (await store.openPending(wanted)) as Pending;
        return { ...pending, grantable: wanted.grantable };
      },
    }),
    'leave for a grant is only ever taken away from what waits',
  ],
  [
    'hands out the grants that it keeps',
    (store) => {
      const kept = new Map<string, Grant>();
      return {
        addGrant: async (wanted) => {
          const grant = structuredClone(await store.addGrant(wanted));
          kept.set(grant.id, grant);
          return grant;
        },
        findGrant: (id) => kept.get(id),
      };
    },
    'nothing that was handed in or out changes a grant that is kept',
  ],
];
