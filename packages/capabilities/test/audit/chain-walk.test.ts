import { describe, expect, it } from 'vitest';
import { link } from '../../src/audit/chain.js';
import { beginWalk, follow, type Note, type Walk } from '../../src/audit/chain-walk.js';
import type { AuditEvent } from '../../src/audit/event.js';
import { chainOf, invocation } from './drafts.js';

const { events } = chainOf(10);
const at = (seq: number): AuditEvent => events[seq - 1] as AuditEvent;

/** Follows events, and gives what was noted and which stood in their place. */
function walked(
  items: readonly AuditEvent[],
  unreadable = 0,
): { walk: Walk; noted: { kind: string; seq: number }[]; inPlace: number[] } {
  const noted: { kind: Parameters<Note>[0]; seq: number }[] = [];
  const note: Note = (kind, seq) => {
    const fault = { kind, seq };
    noted.push(fault);
    return fault;
  };
  const walk = beginWalk(items[0] ?? at(1));
  const inPlace = items
    .filter((event, index) => follow(walk, event, index === 0 ? 0 : unreadable, note))
    .map(({ seq }) => seq);
  return { walk, noted, inPlace };
}

describe('follow', () => {
  it('ends at the last event', () => {
    const { walk, noted } = walked(events);
    expect(noted).toEqual([]);
    expect(walk).toMatchObject({ firstSeq: 1, next: 11, hash: at(10).hash, count: 10 });
  });

  it('lets as many events be missing as lines were unreadable', () => {
    const rest = [at(1), at(4), at(5)];
    expect(walked(rest, 2).noted).toEqual([]);
    expect(walked(rest, 1).noted).toEqual([{ kind: 'removed', seq: 2 }]);
  });

  it('calls missing events reordered once all of them have come', () => {
    expect(walked([at(1), at(4), at(2)]).noted[0]?.kind).toBe('removed');
    expect(walked([at(1), at(4), at(2), at(3)]).noted.map(({ kind }) => kind)).toEqual([
      'reordered',
      'reordered',
      'reordered',
    ]);
  });

  it('goes on with either end of a fork', () => {
    const other = link(invocation(50), at(3)).event;
    const further = link(invocation(51), other).event;
    const { noted, inPlace } = walked([at(1), at(2), at(3), at(4), other, at(5), further, at(6)]);
    expect(noted).toEqual([{ kind: 'forked', seq: 4 }]);
    expect(inPlace).toEqual([1, 2, 3, 4, 5, 5, 6]);
  });
});
