import { describe, expect, it } from 'vitest';
import type { DoorStore } from '../../src/store/door-store.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { drawing } from '../../src/testing/store-race-draw.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import { reportsOf, type RaceReport } from '../../src/testing/store-race-reports.js';
import { takeStep } from '../../src/testing/store-race-steps.js';

async function taken(steps: number, size = { proposals: 5, grants: 2, uses: 8 }) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  await store.changePolicy(0, [{ id: 'kept' }]);
  const scene = await prepareSteps({ store }, size);
  const reports: RaceReport[] = [];
  const report = (one: RaceReport): void => void reports.push(one);
  const racer = { stores: { store }, scene, draw: drawing(1), report };
  for (let step = 0; step < steps; step += 1) {
    await takeStep(racer);
    clock.advance(50);
  }
  return { store, scene, reports };
}

describe('takeStep', () => {
  it('does everything that is raced for, and reports it', async () => {
    const { reports } = await taken(400);
    const told = new Set(
      reports.map((one) => ('by' in one && one.is === 'began' ? one.by : one.is)),
    );
    expect([...told].sort()).toEqual(
      'decided ended grant key refused revised sweeping swept token turn'.split(' '),
    );
    expect(new Set(reportsOf(reports, 'decided').map(({ what }) => what)).size).toBe(2);
    expect(new Set(reportsOf(reports, 'decided').map(({ state }) => state))).toEqual(
      new Set(['approved', 'granted', 'declined', 'withdrawn']),
    );
  });

  it('says of each answer what the store said, and who gave it', async () => {
    const { store, reports } = await taken(200);
    for (const { what, of, changed, state, by, grant } of reportsOf(reports, 'decided')) {
      if (!changed) continue;
      const pending = await store.findPending(of);
      const request = await store.findRequest(of);
      expect((what === 'proposal' ? pending : request)?.state).toBe(state);
      expect(pending?.decidedBy ?? request?.history[1]?.by).toContain(by);
      if (grant !== undefined)
        expect(await store.findGrant(grant)).toMatchObject({ state: 'live' });
    }
  });

  it('withdraws without having seen anything, and answers only what was shown', async () => {
    const base = memoryStore();
    const scene = await prepareSteps({ store: base }, { proposals: 3, grants: 0, uses: 0 });
    const seen: [id: string, state: string, seen: string | undefined][] = [];
    const store: DoorStore = {
      ...base,
      decide: (id, digest, answer) => {
        seen.push([id, answer.state, digest]);
        return base.decide(id, digest, answer);
      },
    };
    const racer = { stores: { store }, scene, draw: drawing(1), report: () => undefined };
    for (let step = 0; step < 200; step += 1) await takeStep(racer);
    expect(new Set(seen.map(([, state]) => state)).size).toBe(3);
    for (const [id, state, digest] of seen) {
      const shown = (await base.findPending(id))?.disclosure.digest;
      expect(digest).toBe(state === 'withdrawn' ? undefined : shown);
    }
  });

  it('changes nothing of what the rules say: only their mark is another', async () => {
    const { store, reports } = await taken(400);
    const { rules = [] } = (await store.policy()) ?? {};
    expect(rules).toHaveLength(2);
    expect(rules[0]).toEqual({ id: 'kept' });
    expect(rules[1]?.['id']).toBe(reportsOf(reports, 'revised').at(-1)?.mark);
  });

  it('does nothing about what there is none of', async () => {
    const { reports } = await taken(200, { proposals: 0, grants: 0, uses: 0 });
    expect(new Set(reports.map(({ is }) => is))).toEqual(
      new Set(['refused', 'sweeping', 'swept', 'revised']),
    );
  });
});
