import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { judgeRules } from '../../src/testing/store-race-judge-rules.js';
import type { RaceReport } from '../../src/testing/store-race-reports.js';

const told = (from: number, mark: string, changed = true): RaceReport => ({
  is: 'revised',
  from,
  mark,
  changed,
});

describe('judgeRules', () => {
  it('finds nothing wrong where every change is the revision after the one it was made from', async () => {
    const store = memoryStore();
    await store.changePolicy(0, [{ id: 'a' }]);
    await store.changePolicy(1, [{ id: 'b' }]);
    const reports = [told(0, 'a'), told(0, 'x', false), told(1, 'b')];
    expect(await judgeRules({ store }, reports)).toEqual([]);
    // Who made the first one was killed before it said so.
    expect(await judgeRules({ store }, reports.slice(1))).toEqual([]);
  });

  it('finds two changes of one revision, and the one of them that is lost', async () => {
    const store = memoryStore();
    await store.changePolicy(0, [{ id: 'a' }]);
    expect(await judgeRules({ store }, [told(0, 'a'), told(0, 'b')])).toEqual([
      'revision 0 was changed 2 times',
      'the change b of revision 0 is lost',
    ]);
  });

  it('finds a change of a revision that never came', async () => {
    const store = memoryStore();
    expect(await judgeRules({ store }, [told(4, 'e')])).toEqual([
      'the change e of revision 4 is lost',
    ]);
    const changed = { ...store, policy: () => ({ revision: 5, rules: [{ id: 'e' }] }) };
    expect(await judgeRules({ store: changed }, [told(4, 'e')])).toEqual([
      'the change e of revision 4 is lost',
    ]);
  });
});
