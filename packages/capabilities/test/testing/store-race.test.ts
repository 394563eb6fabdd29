import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import type { AuditSink } from '../../src/audit/sink.js';
import type { DoorStore } from '../../src/store/door-store.js';
import type { Begun } from '../../src/store/intent-steps.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { terminalEvent } from '../../src/testing/store-fixtures.js';
import { judgeRace, prepareRace, RACE_OVERDUE_MS, runRace } from '../../src/testing/store-race.js';
import type { RaceReport, RaceStores } from '../../src/testing/store-race-reports.js';
import { pause } from './store-broken.js';

const SIZE = { proposals: 5, grants: 2, uses: 3 };
const SEEDS = [1, 2, 3, 4];

type Break = (store: DoorStore, sink: AuditSink) => Partial<DoorStore>;

/** Races four at once on one store in memory, which a test may have broken. Time passes as they tell. */
async function race(
  broken: Break = () => ({}),
  wish: { readonly sink?: 'apart' | 'none'; readonly wrap?: (sink: AuditSink) => AuditSink } = {},
) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const sink = memorySink();
  const stores: RaceStores = {
    store: { ...store, ...broken(store, sink) },
    ...(wish.sink !== 'none' && { sink: wish.wrap?.(sink) ?? sink }),
  };
  const scene = await prepareRace(stores, SIZE);
  const reports: RaceReport[] = [];
  const report = (one: RaceReport): void => {
    reports.push(JSON.parse(JSON.stringify(one)) as RaceReport);
    clock.advance(20);
  };
  await Promise.all(SEEDS.map((seed) => runRace(stores, scene, { seed, attempts: 120, report })));
  clock.advance(RACE_OVERDUE_MS);
  return { violations: await judgeRace(stores, scene, reports), reports, scene };
}

const tell = (reports: readonly RaceReport[]): Record<string, number> => {
  const told: Record<string, number> = {};
  for (const one of reports) told[one.is] = (told[one.is] ?? 0) + 1;
  return told;
};

/** A store in whose database the audit lies as well. */
const withSink: Break = (store, sink) => ({
  sink,
  end: async (id, settled, event) => {
    const counted = await store.end(id, settled);
    if (counted && event !== undefined) await sink.append(event);
    return counted;
  },
});

const FAULTS: readonly (readonly [what: string, broken: Break, violation: RegExp])[] = [
  [
    'burns no token',
    (store) => ({ begin: ({ tokenHash: _token, ...intent }) => store.begin(intent) }),
    /proposal .* ran \d+ times[^]*proposal .* let \d+ attempts begin/,
  ],
  [
    'counts no use',
    (store) => ({ begin: ({ grant: _grant, ...intent }) => store.begin(intent) }),
    /grant .* was used \d+ times of 3[^]*grant .* let \d+ attempts begin, of 2/,
  ],
  [
    'counts a use and lets it be used on',
    (store) => ({
      findGrant: async (id) => {
        const grant = await store.findGrant(id);
        return grant?.state === 'spent' ? { ...grant, state: 'live' } : grant;
      },
    }),
    /grant .* counts (\d) uses of \1 and is live/,
  ],
  [
    'begins again under a key',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        const isTaken = !begun.ok && begun.code === 'key_conflict';
        return isTaken ? store.begin({ ...intent, key: intent.id }) : begun;
      },
    }),
    /key .* let \d+ attempts begin/,
  ],
  [
    'overshoots a turn',
    (store) => ({ begin: (intent) => store.begin({ ...intent, maxPerTurn: 1_000 }) }),
    /turn:.* let \d+ attempts begin, of 2/,
  ],
  ['counts no turn', () => ({ turnCount: () => 0 }), /turn:.* counts 0 of 2, and 2 began/],
  [
    'begins under rules that are over',
    (store) => ({ begin: ({ policyRevision: _revision, ...intent }) => store.begin(intent) }),
    /began under rules that were over/,
  ],
  [
    'takes the key of what it refuses',
    (store) => ({
      begin: (intent) => {
        const begun = store.begin(intent) as Begun;
        const { grant: _grant, turn: _turn, policyRevision: _revision, ...rest } = intent;
        if (!begun.ok && intent.key === intent.id) void store.begin(rest);
        return begun;
      },
    }),
    /was refused, and is settled/,
  ],
  [
    'loses what was begun',
    (store) => ({ begin: (intent) => (intent.turn ? { ok: true } : store.begin(intent)) }),
    /attempt .* began and neither ended nor was closed/,
  ],
  [
    'lets two end one attempt',
    (store) => {
      const begun = new Set<string>();
      return {
        begin: (intent) => {
          begun.add(intent.id);
          return store.begin(intent);
        },
        overdue: async () => [
          ...(await store.overdue()),
          ...[...begun].slice(0, 1).map((id) => ({ id }) as never),
        ],
        end: async (id, settled) => (await store.end(id, settled)) || begun.has(id),
      };
    },
    /attempt .* ended \d+ times/,
  ],
  [
    'remembers another end',
    (store) => ({ end: (id) => store.end(id, { outcome: 'completed', resultBytes: 0 }) }),
    /attempt .* is remembered otherwise than it ended/,
  ],
  [
    'never closes what is overdue',
    (store) => ({
      end: (id, settled) => settled.code !== 'worker_lost' && store.end(id, settled),
    }),
    /attempt .* was begun and never closed/,
  ],
  [
    'says to all who decide that they did',
    (store) => ({
      decide: async (...args) => ({ ...(await store.decide(...args)), changed: true }),
    }),
    /proposal .* was decided \d+ times/,
  ],
  [
    'loses decisions',
    (store) => ({
      decide: async (id, seen, answer) =>
        answer.by.startsWith('p-')
          ? { changed: true, pending: await store.findPending(id) }
          : store.decide(id, seen, answer),
    }),
    /proposal .* was .* by .*, and that is lost: it is open/,
  ],
  [
    'refuses every answer',
    (store) => ({
      decideRequest: async (id) => ({ changed: false, request: await store.findRequest(id) }),
    }),
    /request .* was refused an answer, and still waits/,
  ],
  [
    'gives a grant to whoever tries',
    (store) => ({
      decideRequest: async (id, seen, answer) => {
        if (answer.state === 'granted')
          void store.addGrant({ ...answer.grant, id: crypto.randomUUID() });
        return store.decideRequest(id, seen, answer);
      },
    }),
    /request .* is granted, was given .*, has \[.*,.*\]/,
  ],
  [
    'forgets who answered a request',
    (store) => ({
      findRequest: async (id) => {
        const request = await store.findRequest(id);
        return request && { ...request, history: request.history.slice(0, 1) };
      },
    }),
    /request .* was .* by .*, and that is lost/,
  ],
  [
    'tells every sweep what has lapsed',
    (store) => ({
      sweep: async () => ({
        ...(await store.sweep()),
        grants: await store.listGrants({ states: ['lapsed'] }),
      }),
    }),
    /that grant .* lapsed was told \d+ times/,
  ],
  [
    'tells nobody what has lapsed',
    (store) => ({ sweep: async () => ({ ...(await store.sweep()), grants: [] }) }),
    /that grant .* lapsed was told 0 times/,
  ],
  [
    'ends no grant',
    (store) => ({
      findGrant: async (id) => {
        const grant = await store.findGrant(id);
        return grant?.state === 'lapsed' ? { ...grant, state: 'live' } : grant;
      },
    }),
    /grant .* has lapsed and is live/,
  ],
  [
    'changes rules from whatever revision was read',
    (store) => ({
      changePolicy: async (_from, rules) => {
        // Long enough for another one to read the same revision.
        for (let waited = 0; waited < 50; waited += 1) await pause();
        return store.changePolicy(await store.policyRevision(), rules);
      },
    }),
    /revision \d+ was changed \d+ times/,
  ],
  [
    'keeps no revision but the present one',
    (store) => ({ policy: () => store.policy() }),
    /the change .* is lost/,
  ],
];

const SINKS: readonly (readonly [what: string, wrap: (sink: AuditSink) => AuditSink, RegExp])[] = [
  [
    'loses events',
    (sink) => ({
      ...sink,
      async *read(query) {
        for await (const event of sink.read(query)) if (event.seq % 3 > 0) yield event;
      },
    }),
    /has 0 terminal events[^]*the audit does not verify/,
  ],
  [
    'shows events twice',
    (sink) => ({
      ...sink,
      async *read(query) {
        for await (const event of sink.read(query)) yield* [event, event];
      },
    }),
    /has 2 terminal events/,
  ],
];

describe('the race of stores', () => {
  it('A44 A45 a sound store: everything that can run runs, as often as it may', async () => {
    const { violations, reports } = await race();
    expect(violations).toEqual([]);
    const ran = reports.filter(({ is }) => is === 'ran').length;
    expect(ran).toBe(SIZE.proposals + SIZE.grants * SIZE.uses);
  });

  it('S3-216 A46 a sound store: every prize is taken as often as it may be, and everything is answered', async () => {
    const { reports, scene } = await race();
    const began = (by: string): number =>
      reports.filter((one) => one.is === 'began' && one.by === by).length;
    const { tokens, grants, keys, turns, perTurn } = scene.steps;
    expect(['token', 'grant', 'key', 'turn', 'rules'].map(began)).toEqual([
      tokens.length,
      grants.length * (grants[0]?.uses ?? 0),
      keys.length,
      turns.length * perTurn,
      0,
    ]);
    const decided = reports.filter((one) => one.is === 'decided' && one.changed).length;
    expect(decided).toBe(scene.steps.proposals.length + scene.steps.requests.length);
    expect(Object.keys(tell(reports)).sort()).toEqual(
      'answered began decided ended ran refused revised sweeping swept'.split(' '),
    );
  });

  it('a sound store whose audit lies beside it, or with it, or nowhere', async () => {
    const raced = [await race(), await race(withSink), await race(undefined, { sink: 'none' })];
    expect(raced.map(({ violations }) => violations)).toEqual([[], [], []]);
  });

  it('the same seeds make the same race', async () => {
    const [one, other] = [await race(), await race()];
    expect(tell(other.reports)).toEqual(tell(one.reports));
    expect(other.reports.map(({ is }) => is)).toEqual(one.reports.map(({ is }) => is));
  });

  it.each(FAULTS)('finds a store that %s', async (_what, broken, violation) => {
    const { violations } = await race(broken);
    expect(violations.join('\n')).toMatch(violation);
  });

  it.each(SINKS)('finds an audit that %s', async (_what, wrap, violation) => {
    const { violations } = await race(undefined, { wrap });
    expect(violations.join('\n')).toMatch(violation);
  });

  it.each<readonly [string, Break, RegExp]>([
    [
      'writes another end on record',
      (store, sink) => ({
        sink,
        end: async (id, settled, event) => {
          const counted = await store.end(id, settled);
          if (counted && event !== undefined) await sink.append(terminalEvent(id, 0));
          return counted;
        },
      }),
      /is on record otherwise than it ended/,
    ],
    [
      'writes what it refuses on record',
      (store, sink) => ({
        begin: async (intent) => {
          const begun = await store.begin(intent);
          if (!begun.ok) await sink.append(terminalEvent(intent.id));
          return begun;
        },
      }),
      /was refused, and has an event/,
    ],
  ])('finds a store that %s', async (_what, broken, violation) => {
    const { violations } = await race(broken);
    expect(violations.join('\n')).toMatch(violation);
  });
});
