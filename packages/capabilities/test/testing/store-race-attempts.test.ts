import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import type { AuditEvent } from '../../src/audit/event.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import {
  beginUnderKey,
  beginUnderOldRules,
  closeOverdue,
  RACER,
  redeem,
  useGrant,
  type StepRacer,
} from '../../src/testing/store-race-attempts.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import type { RaceReport } from '../../src/testing/store-race-reports.js';

const SIZE = { proposals: 1, grants: 1, uses: 1 };

/** A racer whose draws are always the same: 0 leaves what it began, 1 ends it. */
async function racerOf(drawn: number) {
  const clock = fakeClock();
  const stores = { store: memoryStore({ clock }), sink: memorySink() };
  const scene = await prepareSteps(stores, SIZE);
  const reports: RaceReport[] = [];
  const racer: StepRacer = {
    stores,
    scene,
    draw: (most) => Math.min(drawn, most - 1),
    report: (one) => void reports.push(one),
  };
  const events = async (): Promise<AuditEvent[]> => {
    const read: AuditEvent[] = [];
    for await (const event of stores.sink.read()) read.push(event);
    return read;
  };
  return { racer, reports, clock, scene, events, store: stores.store };
}

describe('an attempt of a race', () => {
  it('tells that it began, then that it ended, with the mark that its event and its key have', async () => {
    const { racer, reports, events, scene, store } = await racerOf(1);
    await redeem(racer);
    const [began, ended] = reports;
    expect(began).toMatchObject({ is: 'began', by: 'token', of: scene.tokens[0] });
    expect(ended).toMatchObject({ is: 'ended', counted: true, mark: 2 });
    const { attempt = '', key = '', fingerprint = '' } = began?.is === 'began' ? began : {};
    expect(await events()).toMatchObject([{ id: attempt, result_bytes: 2, outcome: 'completed' }]);
    const known = await store.recorded(RACER, key, fingerprint);
    expect(known).toMatchObject({ state: 'settled', settled: { resultBytes: 2 } });
  });

  it('tells why it was refused', async () => {
    const { racer, reports, events } = await racerOf(1);
    for (let use = 0; use < 3; use += 1) await useGrant(racer);
    expect(reports.at(-1)).toMatchObject({ is: 'refused', by: 'grant', code: 'grant_ended' });
    await beginUnderOldRules(racer);
    expect(reports.at(-1)).toMatchObject({ is: 'refused', by: 'rules', code: 'policy_changed' });
    expect(await events()).toHaveLength(2);
  });

  it('is left to others now and then, who close it when it is overdue', async () => {
    const { racer, reports, events, clock } = await racerOf(0);
    await beginUnderKey(racer);
    expect(reports.map(({ is }) => is)).toEqual(['began']);
    await closeOverdue(racer);
    expect(reports).toHaveLength(1);
    clock.advance(60_000);
    await closeOverdue(racer);
    expect(reports[1]).toEqual({
      is: 'ended',
      attempt: reports[0]?.is === 'began' ? reports[0].attempt : '',
      counted: true,
    });
    expect(await events()).toMatchObject([{ outcome: 'unknown', code: 'worker_lost' }]);
  });

  it('ends as the event says that was first, where the audit lies apart', async () => {
    const { racer, reports, clock, events, store } = await racerOf(0);
    await beginUnderKey(racer);
    const began = reports[0]?.is === 'began' ? reports[0] : undefined;
    // Its process wrote the event and was killed before it could settle.
    const late = { ...racer.stores, store: { ...store, end: () => false } };
    clock.advance(60_000);
    await closeOverdue({ ...racer, stores: late });
    await closeOverdue(racer);
    expect(reports.slice(1)).toMatchObject([{ counted: false }, { counted: true }]);
    expect(await events()).toHaveLength(1);
    const known = await store.recorded(RACER, began?.key ?? '', 'race');
    expect(known).toMatchObject({ settled: { outcome: 'unknown' } });
  });
});
