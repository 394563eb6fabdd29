import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { memoryStore } from '../../src/store/memory-store.js';
import type { DoorStore } from '../../src/store/door-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import {
  judgeRace,
  prepareRace,
  RACE_OVERDUE_MS,
  runRace,
  type RaceReport,
} from '../../src/testing/store-race.js';

const SIZE = { proposals: 5, grants: 2, uses: 3 };

/** Races four at once on one store in memory, which a test may have broken. */
async function race(broken: (store: DoorStore) => Partial<DoorStore> = () => ({})) {
  const clock = fakeClock();
  const base = memoryStore({ clock });
  const stores = { store: { ...base, ...broken(base) }, sink: memorySink() };
  const scene = await prepareRace(stores, SIZE);
  const reports: RaceReport[] = [];
  const report = (one: RaceReport): void => void reports.push(one);
  await Promise.all(
    [1, 2, 3, 4].map((seed) => runRace(stores, scene, { seed, attempts: 40, report })),
  );
  clock.advance(RACE_OVERDUE_MS);
  return { violations: await judgeRace(stores, scene, reports), reports };
}

describe('the race of stores', () => {
  it('A44 A45 a sound store: everything that can run runs, as often as it may', async () => {
    const { violations, reports } = await race();
    expect(violations).toEqual([]);
    const ran = reports.filter(({ is }) => is === 'ran').length;
    expect(ran).toBe(SIZE.proposals + SIZE.grants * SIZE.uses);
  });

  it.each<[string, (store: DoorStore) => Partial<DoorStore>, RegExp]>([
    [
      'burns no token',
      (store) => ({
        begin: ({ tokenHash: _token, ...intent }) => store.begin(intent),
      }),
      /proposal .* ran \d+ times/,
    ],
    [
      'counts no use',
      (store) => ({ begin: ({ grant: _grant, ...intent }) => store.begin(intent) }),
      /grant .* was used \d+ times of 3|counts 0 uses/,
    ],
    [
      'closes nothing',
      () => ({ end: () => false, overdue: () => [{ id: 'x' }] as never }),
      /never closed/,
    ],
  ])('finds a store that %s', async (_what, broken, violation) => {
    const { violations } = await race(broken);
    expect(violations.join('\n')).toMatch(violation);
  });
});
