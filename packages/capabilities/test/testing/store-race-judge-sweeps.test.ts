import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { judgeSweeps } from '../../src/testing/store-race-judge-sweeps.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import type { RaceReport } from '../../src/testing/store-race-reports.js';

async function lapsed() {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const scene = await prepareSteps({ store }, { proposals: 4, grants: 0, uses: 0 });
  const [a = '', b = ''] = scene.lapsing;
  const judged = (reports: readonly RaceReport[]) => judgeSweeps({ store }, scene, reports);
  return { clock, a, b, judged };
}

const swept = (sweep: string, grants: readonly string[]): readonly RaceReport[] => [
  { is: 'sweeping', sweep },
  { is: 'swept', sweep, grants },
];

describe('judgeSweeps', () => {
  it('finds nothing wrong where each lapse was told once', async () => {
    const { clock, a, b, judged } = await lapsed();
    clock.advance(60_000);
    expect(await judged([...swept('1', [b]), ...swept('2', []), ...swept('3', [a])])).toEqual([]);
  });

  it('finds a lapse that was told twice, and one that was told to nobody', async () => {
    const { clock, a, b, judged } = await lapsed();
    clock.advance(60_000);
    expect(await judged([...swept('1', [a]), ...swept('2', [a])])).toEqual([
      `that grant ${a} lapsed was told 2 times`,
      `that grant ${b} lapsed was told 0 times`,
    ]);
  });

  it('lets a lapse be told to nobody where a process was killed while it swept', async () => {
    const { clock, a, judged } = await lapsed();
    clock.advance(60_000);
    const killed: RaceReport = { is: 'sweeping', sweep: '2' };
    expect(await judged([...swept('1', [a]), killed])).toEqual([]);
    expect(await judged([...swept('1', [a]), killed, ...swept('3', [a])])).toHaveLength(1);
  });

  it('finds a grant that has not ended in time', async () => {
    const { a, b, judged } = await lapsed();
    expect(await judged(swept('1', [a, b]))).toEqual([
      `grant ${a} has lapsed and is live`,
      `grant ${b} has lapsed and is live`,
    ]);
  });
});
