import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import type { Pending } from '../../src/confirmation/pending.js';
import type { DoorStore } from '../../src/store/door-store.js';
import type { Begun } from '../../src/store/intent-steps.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { storeConformance } from '../../src/testing/store-conformance.js';
import { GRANT_TRIALS } from '../../src/testing/store-trials-grants.js';
import { BROKEN_GRANTS } from './store-broken-grants.js';
import { failing, pause, type Broken } from './store-broken.js';

const find = (store: DoorStore, id: string) => store.findPending(id) as Pending | undefined;

const BROKEN: readonly Broken[] = [
  [
    'looks and writes in two steps when it decides',
    (store) => ({
      decide: async (id, seen, answer) => {
        const pending = find(store, id);
        await pause();
        if (pending?.state !== 'open' || pending.disclosure.digest !== seen)
          return { changed: false, pending };
        const { pending: decided } = await store.decide(id, seen, answer);
        return { changed: true, pending: decided };
      },
    }),
    'of many deciders at once, exactly one wins',
  ],
  [
    'decides whatever was seen',
    (store) => ({
      decide: (id, _, answer) => store.decide(id, find(store, id)?.disclosure.digest, answer),
    }),
    'decides only for the disclosure that was seen',
  ],
  [
    'looks and writes in two steps when it opens',
    (store) => ({
      openPending: async (wanted) => {
        const { length } = await store.listPending({ states: ['open', 'approved'] });
        await pause();
        return length >= wanted.maxOpen
          ? 'too_many_pending'
          : store.openPending({ ...wanted, maxOpen: 1_000 });
      },
    }),
    'never has one live proposal too many when many are put at once',
  ],
  [
    'opens the same twice',
    (store) => ({
      openPending: (wanted) => store.openPending({ ...wanted, fingerprint: wanted.id }),
    }),
    'gives the same proposal for the same fingerprint while it is open or approved',
  ],
  [
    'lets a token be used again',
    (store) => {
      const minted = new Map<string, string>();
      return {
        mint: (id, hash, ttlMs) => {
          minted.set(hash, find(store, id)?.fingerprint ?? '');
          return store.mint(id, hash, ttlMs);
        },
        begin: ({ tokenHash, ...intent }) =>
          tokenHash === undefined || minted.get(tokenHash) === intent.fingerprint
            ? store.begin(intent)
            : { ok: false, code: 'confirmation_refused' },
      };
    },
    'of many who begin with one token at once, exactly one does',
  ],
  [
    'burns a token for something else',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        if (!begun.ok && intent.tokenHash !== undefined) {
          const pending = store.findByToken(intent.tokenHash) as Pending | undefined;
          if (pending !== undefined) void store.revoke(pending.id);
        }
        return begun;
      },
    }),
    'a token serves what was asked and what it was changed to, and burns for nothing else',
  ],
  [
    'counts also what it refuses',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        if (!begun.ok && intent.turn !== undefined)
          void store.countTurn(intent.turn, intent.capability);
        return begun;
      },
    }),
    'begins all or nothing, for every mix of token, turn and key',
  ],
  [
    'looks and counts in two steps',
    (store) => ({
      begin: async (intent) => {
        const count =
          intent.turn === undefined ? 0 : await store.turnCount(intent.turn, intent.capability);
        await pause();
        return count >= intent.maxPerTurn
          ? { ok: false, code: 'turn_limit' }
          : store.begin({ ...intent, maxPerTurn: 1_000 });
      },
    }),
    'a turn’s limit is never overshot when many begin at once',
  ],
  [
    'forgets what a key came to',
    () => ({ recorded: () => ({ state: 'unseen' }) }),
    'answers for a key what became of its attempt, to the same request alone',
  ],
  [
    'answers a key for any request',
    (store) => ({
      recorded: (principal, key, fingerprint) => {
        const record = store.recorded(principal, key, fingerprint);
        return 'state' in record && record.state === 'conflict' ? { state: 'running' } : record;
      },
    }),
    'answers for a key what became of its attempt, to the same request alone',
  ],
  [
    'lets an attempt end twice',
    (store) => {
      const begun = new Set<string>();
      return {
        begin: (intent) => {
          begun.add(intent.id);
          return store.begin(intent);
        },
        end: async (id, settled) => (await store.end(id, settled)) || begun.has(id),
      };
    },
    'an intent ends once, when many end it at once',
  ],
  [
    'closes an intent for everybody who asks',
    (store) => {
      const closed: unknown[] = [];
      return {
        end: async (id, settled) => {
          const isFirst = await store.end(id, settled);
          if (isFirst) closed.push(id);
          return settled.code === 'worker_lost' ? closed.includes(id) : isFirst;
        },
      };
    },
    'closes what is overdue, each for exactly one of many callers',
  ],
  [
    'closes nothing',
    () => ({ overdue: () => [] }),
    'a proposal, an approval and an intent end when their time is over, and not before',
  ],
  [
    'lets an old token live beside a fresh one',
    (store) => {
      const first = new Map<string, string>();
      return {
        mint: (id, hash, ttlMs) => {
          const until = store.mint(id, first.get(id) ?? hash, ttlMs);
          first.set(id, first.get(id) ?? hash);
          return until;
        },
      };
    },
    'a fresh token kills the last',
  ],
  [
    'lets a token outlive its approval',
    (store) => ({
      decide: (id, seen, answer) =>
        store.decide(
          id,
          seen,
          answer.state === 'approved' ? { ...answer, ttlMs: 9 * answer.ttlMs } : answer,
        ),
    }),
    'a token ends when it should, and never outlives its approval',
  ],
  [
    'loses what was asked when it is changed',
    (store) => ({
      modify: async (id, seen, change) => {
        const { changed, pending } = await store.modify(id, seen, change);
        return { changed, pending: pending && { ...pending, asked: pending.fingerprint } };
      },
    }),
    'a change keeps what was asked, and is decided by its own disclosure alone',
  ],
  [
    'reads the wall clock',
    (_, clock) => {
      const store = memoryStore({ clock: { now: () => clock.now(), monotonic: () => 0 } });
      return store;
    },
    'a clock that is set back prolongs nothing',
  ],
  [
    'follows the wall clock wherever it goes',
    (store, clock) => ({ now: () => clock.now() }),
    'its time goes on and never goes back',
  ],
  [
    'hands out what it keeps',
    (store) => {
      const kept = new Map<string, Pending>();
      return {
        openPending: async (wanted) => {
          const pending = await store.openPending(wanted);
          if (typeof pending === 'object') kept.set(pending.id, structuredClone(pending));
          return pending;
        },
        findPending: (id) => kept.get(id),
      };
    },
    'nothing that was handed in or out changes what it keeps',
  ],
  [
    'cuts text at a NUL',
    (store) => ({
      openPending: (wanted) =>
        store.openPending(
          JSON.parse(JSON.stringify(wanted).replaceAll('\\u0000', '')) as typeof wanted,
        ),
    }),
    'keeps a proposal exactly as it was put, with times of its own',
  ],
  [
    'shows a declined proposal as one that waits',
    (store) => ({
      listPending: async (filter) =>
        (await store.listPending(filter)).map((row) =>
          row.state === 'declined' ? { ...row, state: 'open' as const } : row,
        ),
    }),
    'a declined proposal is final at once, in every answer',
  ],
  [
    'takes back nothing',
    (store) => ({
      revoke: async (id) => ({ changed: true, pending: await store.findPending(id) }),
    }),
    'takes back what is open or approved, and its token with it',
  ],
  [
    'tells everybody that it was they who took it back',
    (store) => ({
      revoke: async (id) => ({ ...(await store.revoke(id)), changed: true }),
    }),
    'of many who take back one approval at once, exactly one does',
  ],
  [
    'decides on what was opened last',
    (store) => {
      let last: Pending | undefined;
      return {
        openPending: async (wanted) => {
          last = (await store.openPending(wanted)) as Pending;
          return last;
        },
        decide: (id, _seen, answer) =>
          store.decide(last?.id ?? id, last?.disclosure.digest, answer),
      };
    },
    'A33 each decision is about the proposal it names, in whatever order they come',
  ],
  [
    'asks again what was declined',
    (store) => ({
      openPending: async (wanted) => {
        const opened = (await store.openPending(wanted)) as Pending;
        return opened.state === 'declined'
          ? store.openPending({ ...wanted, fingerprint: wanted.id })
          : opened;
      },
    }),
    'A34 what was answered never waits again, while others still do',
  ],
  [
    'tells every sweep of all that is over',
    (store) => ({
      sweep: async () => ({
        ...(await store.sweep()),
        pending: (await store.listPending({ states: ['expired'] })).map(({ id }) => id),
      }),
    }),
    'A10 A19 a sweep ends what waits and whose time is over, and tells it to one of many',
  ],
  [
    'closes what is overdue when it sweeps',
    (store) => ({
      sweep: async () => {
        for (const { id } of await store.overdue()) void store.end(id, { outcome: 'unknown' });
        return store.sweep();
      },
    }),
    'a sweep leaves what is in force, and what is overdue',
  ],
  [
    'takes approvals away when it sweeps',
    (store) => ({
      sweep: async () => {
        for (const { id } of await store.listPending({ states: ['approved'] }))
          void store.revoke(id);
        return store.sweep();
      },
    }),
    'a sweep leaves what is in force, and what is overdue',
  ],
  [
    'writes the event of an end that does not count',
    (store) => {
      const sink = memorySink();
      return {
        sink,
        end: (id, settled, event) => {
          if (event !== undefined) void sink.append(event);
          return store.end(id, settled);
        },
      };
    },
    'of many ends with an event exactly one counts; with a sink, its event alone is on record',
  ],
  [
    'names a sink and writes nothing to it',
    () => ({ sink: memorySink() }),
    'of many ends with an event exactly one counts; with a sink, its event alone is on record',
  ],
];

describe('storeConformance', () => {
  it.each([...BROKEN, ...BROKEN_GRANTS])('finds a store that %s', async (_, broken, title) => {
    expect(await failing(broken)).toContain(title);
  });

  it('has for each case of grants a store that fails it', () => {
    const found = new Set(BROKEN_GRANTS.map(([, , title]) => title));
    expect(GRANT_TRIALS.map(({ title }) => title).filter((title) => !found.has(title))).toEqual([]);
  });

  it('finds nothing wrong with a store that writes the event of the end that counts', async () => {
    const sound: Broken[1] = (store) => {
      const sink = memorySink();
      return {
        sink,
        end: async (id, settled, event) => {
          const ended = await store.end(id, settled);
          if (ended && event !== undefined) sink.append(event);
          return ended;
        },
      };
    };
    expect(await failing(sound)).toEqual([]);
  });

  it('finds nothing wrong with a store in which nothing is', async () => {
    expect(await failing(() => ({}))).toEqual([]);
  });

  it('has a title of its own for each case, and names what cannot be tried', () => {
    const cases = storeConformance({
      open: () => ({ store: memoryStore(), advance: () => undefined }),
    });
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
    const skipped = cases.filter(({ skip }) => skip !== undefined);
    expect(skipped.map(({ skip }) => skip)).toEqual([
      'no clock can be set back',
      'no clock can be set back',
    ]);
  });

  it('closes every store that it opened, also where a case fails', async () => {
    const state = { open: 0 };
    const cases = storeConformance({
      open: () => {
        state.open += 1;
        const store = { ...memoryStore(), findPending: () => undefined };
        return { store, advance: () => undefined, close: () => void (state.open -= 1) };
      },
    });
    const settled = await Promise.allSettled(
      cases.filter(({ skip }) => skip === undefined).map(({ run }) => run()),
    );
    expect(settled.some(({ status }) => status === 'rejected')).toBe(true);
    expect(state.open).toBe(0);
  });

  it('races across every handle that was opened', async () => {
    const used = new Set<number>();
    const cases = storeConformance({
      open: () => {
        const store = memoryStore();
        const handle = (number: number): DoorStore => ({
          ...store,
          decide: (...args) => {
            used.add(number);
            return store.decide(...args);
          },
        });
        return { store: handle(0), peers: [handle(1), handle(2)], advance: () => undefined };
      },
    });
    await cases.find(({ title }) => title === 'of many deciders at once, exactly one wins')?.run();
    expect(used).toEqual(new Set([0, 1, 2]));
  });
});
