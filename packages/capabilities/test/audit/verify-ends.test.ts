import { describe, expect, it } from 'vitest';
import { beginWalk, follow, type Walk } from '../../src/audit/chain-walk.js';
import type { AuditEvent } from '../../src/audit/event.js';
import { judgeEnds, limitsOf, type Read } from '../../src/audit/verify-ends.js';
import { chainOf } from './drafts.js';

const { events } = chainOf(10);
const walk = ((): Walk => {
  const begun = beginWalk(events[3] as AuditEvent);
  for (const event of events.slice(3)) follow(begun, event, 0, (kind) => ({ kind }));
  return begun;
})();
const read = (more: Partial<Read>): Read => ({
  lines: 7,
  walks: new Map([['w', walk]]),
  anchors: [],
  checkpoints: [],
  oneWriter: false,
  ...more,
});
const at = (
  seq: number,
  hash = events[seq - 1]?.hash ?? 'x',
): { writer: string; seq: number; hash: string } => ({ writer: 'w', seq, hash });

describe('judgeEnds', () => {
  it('misses what an anchor names beyond the end, and leaves alone what it names within', () => {
    expect(judgeEnds(read({ anchors: [at(10), at(3), at(0)] }))).toEqual({
      faults: [],
      limits: [],
    });
    expect(judgeEnds(read({ anchors: [at(12)] })).faults).toEqual([
      { kind: 'truncated', line: 8, writer: 'w', seq: 11, toSeq: 12 },
    ]);
  });

  it('says when an anchor lies before the first event', () => {
    expect(judgeEnds(read({ anchors: [at(2)] }))).toEqual({
      faults: [],
      limits: [{ code: 'anchor_before_start', writer: 'w', seq: 2 }],
    });
  });

  it('compares checkpoints with what was read, where that is remembered', () => {
    const checked = (
      place: { writer: string; seq: number; hash: string },
      oneWriter = false,
    ): unknown => {
      const { faults, limits } = judgeEnds(read({ checkpoints: [{ line: 5, place }], oneWriter }));
      return [...faults.map(({ kind, line }) => [kind, line]), ...limits.map(({ code }) => code)];
    };
    expect(checked(at(9))).toEqual([]);
    expect(checked(at(9, 'other'))).toEqual([['replaced', 5]]);
    expect(checked(at(11))).toEqual([['truncated', 8]]);
    expect(checked(at(2))).toEqual(['checkpoint_too_old']);
    expect(checked({ ...at(1), writer: 'v' })).toEqual([['truncated', 8]]);
    expect(checked({ ...at(1), writer: 'v' }, true)).toEqual(['checkpoint_elsewhere']);
  });
});

describe('limitsOf', () => {
  it('says from where on the end is not known, and where the log starts', () => {
    expect(limitsOf(walk, new Map([['w', walk]]), undefined)).toEqual([
      { code: 'tail_unanchored', writer: 'w', seq: 0 },
      { code: 'older_copy', writer: 'w' },
      { code: 'starts_late', writer: 'w', seq: 4 },
    ]);
    expect(limitsOf(walk, new Map([['w', walk]]), 8)[0]).toEqual({
      code: 'tail_unanchored',
      writer: 'w',
      seq: 8,
    });
  });
});
