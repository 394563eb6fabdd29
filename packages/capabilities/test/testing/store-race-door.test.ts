import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { drawing } from '../../src/testing/store-race-draw.js';
import {
  attemptAtDoor,
  judgeDoor,
  prepareDoor,
  raceDoor,
} from '../../src/testing/store-race-door.js';
import type { RaceReport } from '../../src/testing/store-race-reports.js';

const SIZE = { proposals: 2, grants: 1, uses: 2 };

async function raced(attempts: number) {
  const stores = { store: memoryStore(), sink: memorySink() };
  const scene = await prepareDoor(stores, SIZE);
  const reports: RaceReport[] = [];
  const report = (one: RaceReport): void => void reports.push(one);
  const executor = raceDoor(stores, report);
  const draw = drawing(1);
  for (let attempt = 0; attempt < attempts; attempt += 1)
    await attemptAtDoor(executor, scene, { draw, report });
  return { stores, scene, reports };
}

describe('the door of a race', () => {
  it('reports what ran before it reports what was answered, each with its prize', async () => {
    const { scene, reports } = await raced(30);
    const ran = reports.filter((one) => one.is === 'ran');
    const prizes = [...scene.proposals, ...scene.grants.flatMap(({ id }) => [id, id])];
    expect(ran.map(({ of }) => of).sort()).toEqual(prizes.sort());
    for (const { invocation, of } of ran) {
      const at = reports.findIndex((one) => one.is === 'ran' && one.invocation === invocation);
      expect(reports[at + 1]).toEqual({
        is: 'answered',
        of,
        outcome: 'completed',
        event: invocation,
      });
    }
    expect(reports.filter(({ is }) => is === 'answered')).toHaveLength(30);
  });

  it('finds nothing wrong where nothing is', async () => {
    const { stores, scene, reports } = await raced(30);
    expect(await judgeDoor(stores, scene, reports)).toEqual([]);
  });

  it('finds what ran twice, what was used too often, and what completed without running', async () => {
    const { stores, scene, reports } = await raced(30);
    const [proposal] = scene.proposals;
    const [grant] = scene.grants;
    const more: readonly RaceReport[] = [
      { is: 'ran', of: proposal ?? '', invocation: 'again' },
      { is: 'ran', of: grant?.id ?? '', invocation: 'once more' },
      { is: 'answered', of: proposal ?? '', outcome: 'completed', event: 'never' },
    ];
    expect(await judgeDoor(stores, scene, [...reports, ...more])).toEqual([
      `proposal ${proposal} ran 2 times`,
      `grant ${grant?.id} was used 3 times of 2`,
      `grant ${grant?.id} counts 2 uses, 3 ran`,
      `attempt never on ${proposal} completed and did not run`,
    ]);
  });

  it('finds a proposal that ran and is not spent', async () => {
    const { stores, scene } = await raced(0);
    const [of = ''] = scene.proposals;
    expect(await judgeDoor(stores, scene, [{ is: 'ran', of, invocation: '1' }])).toEqual([
      `proposal ${of} ran and is approved`,
    ]);
  });
});
