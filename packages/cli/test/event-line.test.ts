import type { AuditEvent } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { eventLine, eventTone } from '../src/event-line.js';

const PLACE = {
  id: 'i',
  writer: 'w',
  seq: 12,
  time: '2026-11-30T22:33:44.555Z',
  prev_hash: '0',
  hash: '1',
} as const;
const completed: AuditEvent = {
  ...PLACE,
  kind: 'invocation',
  capability: 'notes.read',
  version: 1,
  stage_reached: 'executed',
  outcome: 'completed',
  origin: 'operator',
  principal: 'person:olga',
  duration_ms: 1.234,
};

describe('eventLine', () => {
  it('says when, which, how, what and by whom', () => {
    expect(eventLine(completed)).toBe(
      '2026-11-30 22:33:44Z  #12  completed  notes.read@1  by person:olga  1.23 ms',
    );
  });

  it('says of a refusal where and why', () => {
    const { version: _, principal: __, ...rest } = completed;
    const rejected: AuditEvent = {
      ...rest,
      stage_reached: 'rejected-at-policy',
      outcome: 'rejected',
      code: 'not_admitted',
      reason: 'empty_note',
    };
    expect(eventLine(rejected)).toBe(
      '2026-11-30 22:33:44Z  #12  rejected-at-policy (not_admitted: empty_note)  notes.read  by operator  1.23 ms',
    );
    expect(eventTone(rejected)).toBe('bad');
  });

  it('says of a notice what it notes', () => {
    const notice: AuditEvent = {
      ...PLACE,
      kind: 'decision',
      code: 'approved',
      subject: 'p',
      principal: 'person:olga',
    };
    expect(eventLine(notice)).toBe(
      '2026-11-30 22:33:44Z  #12  decision  approved  p  by person:olga',
    );
    expect(eventTone(notice)).toBeUndefined();
  });
});
