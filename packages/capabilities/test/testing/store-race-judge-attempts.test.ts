import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { beginUnderKey, RACER, redeem, useGrant } from '../../src/testing/store-race-attempts.js';
import { judgeAttempts } from '../../src/testing/store-race-judge-attempts.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import type { RacePrize, RaceReport, ReportOf } from '../../src/testing/store-race-reports.js';

/** A store in which one of each was begun and ended, and what was told of it. */
async function begun() {
  const store = memoryStore();
  const stores = { store };
  const scene = await prepareSteps(stores, { proposals: 1, grants: 1, uses: 2 });
  const reports: RaceReport[] = [];
  const draw = (most: number): number => Math.min(1, most - 1);
  const racer = { stores, scene, draw, report: (one: RaceReport) => void reports.push(one) };
  for (const step of [redeem, useGrant, beginUnderKey]) await step(racer);
  const judged = (more: readonly RaceReport[] = []) =>
    judgeAttempts(stores, scene, [...reports, ...more]);
  return { store, scene, reports, judged };
}

const told = (by: RacePrize, of: string, attempt: string): ReportOf<'began'> => ({
  is: 'began',
  by,
  of,
  attempt,
  key: attempt,
  fingerprint: 'race',
});

describe('judgeAttempts', () => {
  it('finds nothing wrong where nothing is', async () => {
    expect(await (await begun()).judged()).toEqual([]);
  });

  it('lets a process be killed before it says that it began, or that it ended', async () => {
    const { store, scene, reports } = await begun();
    for (let kept = 0; kept <= reports.length; kept += 1)
      expect(await judgeAttempts({ store }, scene, reports.slice(0, kept))).toEqual([]);
  });

  it('finds one attempt too many on each prize, and what is left of it nowhere', async () => {
    const { scene, judged } = await begun();
    const lost = (attempt: string) => `attempt ${attempt} began and neither ended nor was closed`;
    const [token, key] = [scene.tokens[0] ?? '', scene.keys[0] ?? ''];
    const { id: grant = '' } = scene.grants[0] ?? {};
    expect(await judged([told('token', token, 'a')])).toEqual([
      `proposal ${token} let 2 attempts begin`,
      lost('a'),
    ]);
    expect(await judged([told('key', key, 'b')])).toEqual([
      `key ${key} let 2 attempts begin`,
      lost('b'),
    ]);
    expect(await judged([told('grant', grant, 'c'), told('grant', grant, 'd')])).toEqual([
      `grant ${grant} let 3 attempts begin, of 2`,
      `grant ${grant} counts 1 uses of 2, and 3 began`,
      lost('c'),
      lost('d'),
    ]);
    const [turn = ''] = scene.turns;
    expect(await judged([told('turn', turn, 'e')])).toEqual([
      `${turn} counts 0 of 2, and 1 began`,
      lost('e'),
    ]);
    expect(await judged([told('rules', '0', 'f')])).toEqual([
      'attempt f began under rules that were over',
      lost('f'),
    ]);
  });

  it('finds an attempt that ended twice, or otherwise than it was told', async () => {
    const { store, scene, reports, judged } = await begun();
    const ended = reports.find(({ is }) => is === 'ended');
    const attempt = ended?.is === 'ended' ? ended.attempt : '';
    expect(await judged([{ is: 'ended', attempt, counted: true }])).toEqual([
      `attempt ${attempt} ended 2 times`,
    ]);
    expect(await judged([{ is: 'ended', attempt, counted: false }])).toEqual([]);
    const otherwise = reports.map((one) => (one === ended ? { ...one, mark: 77 } : one));
    expect(await judgeAttempts({ store }, scene, otherwise as readonly RaceReport[])).toEqual([
      `attempt ${attempt} is remembered otherwise than it ended`,
    ]);
  });

  it('finds what was refused and has left something under its own key', async () => {
    const { store, judged } = await begun();
    const refused = { ...told('grant', 'g', 'late'), is: 'refused', code: 'grant_ended' } as const;
    expect(await judged([refused])).toEqual([]);
    await store.begin({
      id: 'late',
      capability: 'race.touch',
      version: 1,
      principal: RACER,
      maxPerTurn: 1,
      key: 'late',
      fingerprint: 'race',
      deadlineMs: 1,
      mutating: true,
    });
    expect(await judged([refused])).toEqual(['attempt late was refused, and is running']);
  });
});
