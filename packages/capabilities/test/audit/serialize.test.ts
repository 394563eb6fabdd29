import { describe, expect, it } from 'vitest';
import { beginChain, link } from '../../src/audit/chain.js';
import type { AuditEvent, EventDraft } from '../../src/audit/event.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import { fullInvocation, idOf, invocation, TIME } from './drafts.js';

const lineOf = (draft: object): string => link(draft as EventDraft, beginChain('w')).line;
const fieldsOf = (draft: object): string[] => Object.keys(JSON.parse(lineOf(draft)) as object);

describe('serializeEvent', () => {
  it('S1-120: writes every field in one order, as one line', () => {
    expect(lineOf(fullInvocation(1))).toBe(
      '{"kind":"invocation","id":"00000000-0000-4000-8000-000000000001","writer":"w","seq":1,' +
        '"time":"2026-01-02T03:04:05.678Z","capability":"notes.read","version":1,"side_effect":"mutating",' +
        '"network":"external","stage_reached":"rejected-at-execute","outcome":"unknown","code":"timed_out",' +
        '"reason":"printer_offline","ruling":"ask","rule":"rule-1","policy_revision":1,"origin":"plan",' +
        '"principal":"mind:scout","intention":"intent/1","modified":true,"result_bytes":1,"duration_ms":1.125,' +
        `"prev_hash":"${'0'.repeat(64)}","hash":"90223f9ebdd8c12cd718548f28493a0e16b126c3391aa7f858ab623bc334b62f"}`,
    );
  });

  it('S1-120: writes a notice in one order', () => {
    const notice: EventDraft = {
      code: 'given',
      subject: idOf(2),
      principal: 'person:ada',
      time: TIME,
      id: idOf(1),
      kind: 'grant',
    };
    expect(fieldsOf(notice)).toEqual([
      'kind',
      'id',
      'writer',
      'seq',
      'time',
      'principal',
      'subject',
      'code',
      'prev_hash',
      'hash',
    ]);
  });

  it('does not depend on the order of the draft', () => {
    const draft = fullInvocation(1);
    expect(lineOf(Object.fromEntries(Object.entries(draft).reverse()))).toBe(lineOf(draft));
  });

  it('S1-125: leaves out what is not known, and what is no value of its field', () => {
    const bare = fieldsOf(invocation(1));
    expect(bare).toEqual([
      'kind',
      'id',
      'writer',
      'seq',
      'time',
      'capability',
      'stage_reached',
      'outcome',
      'duration_ms',
      'prev_hash',
      'hash',
    ]);
    const wrong = {
      ...invocation(1),
      version: 1.5,
      side_effect: 'READ_ONLY',
      network: 'constructor',
      code: 'ENOENT: no such file',
      reason: 'a'.repeat(129),
      ruling: ['allow'],
      rule: 7,
      policy_revision: -1,
      origin: '__proto__',
      principal: null,
      intention: undefined,
      modified: 'true',
      result_bytes: '12',
    };
    expect(fieldsOf(wrong)).toEqual(bare);
  });

  it('S1-126: knows each stage passed and each stage that refuses', () => {
    for (const stage of [
      'resolved',
      'validated',
      'policy-checked',
      'confirmed',
      'executed',
      'rejected-at-resolve',
      'rejected-at-validate',
      'rejected-at-policy',
      'rejected-at-confirm',
      'rejected-at-execute',
    ])
      expect(lineOf({ ...invocation(1), stage_reached: stage })).toContain(
        `"stage_reached":"${stage}"`,
      );
    expect(() => lineOf({ ...invocation(1), stage_reached: 'rejected-at-audit' })).toThrow(
      '`stage_reached`',
    );
  });

  it('S1-128: rounds a duration to microseconds, and takes no negative one', () => {
    expect(lineOf(invocation(1, { duration_ms: 0.123456 }))).toContain('"duration_ms":0.123,');
    expect(lineOf(invocation(1, { duration_ms: -0 }))).toContain('"duration_ms":0,');
    for (const duration of [-0.001, Number.NaN, Infinity])
      expect(() => lineOf(invocation(1, { duration_ms: duration }))).toThrow('`duration_ms`');
  });

  it.each(['kind', 'id', 'time', 'capability', 'stage_reached', 'outcome', 'duration_ms'] as const)(
    'throws a TypeError without `%s`, and names no value',
    (field) => {
      const { [field]: _, ...rest } = fullInvocation(1);
      expect(() => lineOf(rest)).toThrow(TypeError);
      const wrong = field === 'capability' ? 7 : 'Canary7f3aQ\n';
      expect(() => lineOf({ ...rest, [field]: wrong })).toThrow(
        `audit event: \`${field}\` is missing or is no value of that field`,
      );
    },
  );

  it('F03: asks no prototype, and calls no accessor twice', () => {
    const looked: string[] = [];
    const draft = Object.create(
      INHERITED,
      Object.getOwnPropertyDescriptors(invocation(1)),
    ) as object;
    // A value that changes between check and use would get around the check.
    const changing = Object.defineProperty(draft, 'origin', {
      get: () => (looked.push('origin') === 1 ? 'user' : '","forged":"'),
      enumerable: true,
    });
    expect(JSON.parse(lineOf(changing))).toMatchObject({ origin: 'user' });
    expect(fieldsOf(draft).filter((field) => field in INHERITED)).toEqual([]);
    expect(looked).toHaveLength(2);
  });

  it('is not misled by a polluted prototype', () => {
    const prototype = Object.prototype as unknown as Record<string, unknown>;
    prototype['principal'] = 'person:mallory';
    try {
      expect(fieldsOf(invocation(1))).not.toContain('principal');
    } finally {
      delete prototype['principal'];
    }
  });

  it('writes an event again as it was written', () => {
    const { event, line } = link(fullInvocation(3), beginChain('w'));
    expect(serializeEvent(event)).toBe(line);
    expect(serializeEvent(JSON.parse(line) as AuditEvent)).toBe(line);
  });
});

/** Every field that an event may lack, on a prototype. */
const INHERITED = {
  version: 3,
  side_effect: 'read_only',
  network: 'local',
  code: 'x',
  reason: 'x',
  ruling: 'allow',
  rule: 'x',
  policy_revision: 3,
  principal: 'person:mallory',
  intention: 'x',
  modified: true,
  result_bytes: 3,
};
