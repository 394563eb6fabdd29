import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { newGrant } from '../../src/testing/store-fixtures.js';
import { judgeAnswers } from '../../src/testing/store-race-judge-answers.js';
import { prepareSteps } from '../../src/testing/store-race-prepare.js';
import type { RaceReport, ReportOf } from '../../src/testing/store-race-reports.js';

const HOUR = 3_600_000;

type Decided = ReportOf<'decided'>;

/** A store with a proposal and a request, both answered with a grant, and what was told of them. */
async function answered() {
  const store = memoryStore();
  const scene = await prepareSteps({ store }, { proposals: 1, grants: 0, uses: 0 });
  const [p = '', o = ''] = scene.proposals;
  const [r = ''] = scene.requests;
  const grantOf = (id: string) =>
    newGrant(`grant of ${id}`, { lastsMs: HOUR, source: { kind: 'approval', id } });
  const tell = (what: Decided['what'], of: string, parts: Partial<Decided> = {}): Decided => ({
    is: 'decided',
    what,
    of,
    changed: true,
    state: what === 'proposal' ? 'approved' : 'granted',
    by: 'ann',
    grant: `grant of ${of}`,
    ...parts,
  });
  const yes = { by: 'ann', ttlMs: HOUR } as const;
  const seen = (await store.findPending(p))?.disclosure.digest;
  await store.decide(p, seen, { state: 'approved', ...yes, grant: grantOf(p) });
  const digest = (await store.findRequest(r))?.digest;
  await store.decideRequest(r, digest, { state: 'granted', by: 'ann', grant: grantOf(r) });
  const reports: readonly Decided[] = [tell('proposal', p), tell('request', r)];
  const judged = (told: readonly RaceReport[]) => judgeAnswers({ store }, scene, told);
  return { store, p, r, o, tell, reports, judged, grantOf };
}

describe('judgeAnswers', () => {
  it('finds nothing wrong where nothing is, also where who answered was killed before it said so', async () => {
    const { judged, reports, tell, p } = await answered();
    expect(await judged(reports)).toEqual([]);
    expect(await judged([])).toEqual([]);
    expect(await judged([...reports, tell('proposal', p, { changed: false })])).toEqual([]);
  });

  it('finds an answer that was given twice', async () => {
    const { judged, reports, tell, p, r } = await answered();
    for (const [what, id] of [
      ['proposal', p],
      ['request', r],
    ] as const)
      expect(await judged([...reports, tell(what, id, { by: 'bob' })])).toEqual([
        `${what} ${id} was decided 2 times`,
      ]);
  });

  it('finds an answer that is lost, or another’s', async () => {
    const { judged, tell, p, r, o } = await answered();
    expect(await judged([tell('proposal', p, { by: 'bob' })])).toEqual([
      `proposal ${p} was approved by bob, and that is lost: it is approved`,
    ]);
    expect(await judged([tell('request', r, { by: 'bob' })])).toEqual([
      `request ${r} was granted by bob, and that is lost: it is granted`,
    ]);
    const { grant: _grant, ...declined } = tell('proposal', o, { state: 'declined' });
    expect(await judged([declined])).toEqual([
      `proposal ${o} was declined by ann, and that is lost: it is open`,
    ]);
  });

  it('finds what was refused an answer while it waited', async () => {
    const { judged, tell, o } = await answered();
    expect(await judged([tell('proposal', o, { changed: false })])).toEqual([
      `proposal ${o} was refused an answer, and still waits`,
    ]);
  });

  it('finds a grant that nobody gave, and one that is not there', async () => {
    const { store, judged, reports, tell, p, o, grantOf } = await answered();
    await store.addGrant({ ...grantOf(o), id: 'stray' });
    expect(await judged(reports)).toEqual([
      `proposal ${o} is open, was given no grant, has [stray]`,
    ]);
    await store.decide(o, undefined, { state: 'withdrawn', by: 'ann' });
    const told = [...reports.slice(1), tell('proposal', p, { grant: 'another' })];
    expect(await judged(told)).toEqual([
      `proposal ${p} is approved, was given another, has [grant of ${p}]`,
      `proposal ${o} is withdrawn, was given no grant, has [stray]`,
    ]);
  });
});
