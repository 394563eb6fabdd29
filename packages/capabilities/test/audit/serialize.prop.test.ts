import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { beginChain, link } from '../../src/audit/chain.js';
import type { AuditEvent, EventDraft } from '../../src/audit/event.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import { sha256Hex } from '../../src/internal/sha256.js';
import { drafts, invocation, invocationDrafts, type InvocationDraft } from './drafts.js';

test.prop([drafts])(
  'S1-120, bar-17: for every draft: one line of printable ASCII that reads back as the event, and is JSON.stringify of it',
  (draft) => {
    const { event, line } = link(draft, beginChain('w'));
    expect(line).toMatch(/^[\x20-\x7e]{1,1700}$/);
    expect(JSON.parse(line)).toEqual(event);
    expect(JSON.stringify(event)).toBe(line);
    expect(serializeEvent(event)).toBe(line);
  },
);

test.prop([fc.dictionary(fc.string(), fc.anything()), drafts])(
  'F03: for every draft: fields that are not an event’s change nothing',
  (more, draft) => {
    const { line } = link(draft, beginChain('w'));
    const wider = { ...more, ...draft } as EventDraft;
    const known = new Set(Object.keys(link(draft, beginChain('w')).event));
    const added = Object.keys(link(wider, beginChain('w')).event).filter(
      (name) => !known.has(name),
    );
    // A key that happens to be an optional field, with a value of that field, is that field.
    if (added.length === 0) expect(link(wider, beginChain('w')).line).toBe(line);
    for (const name of added) expect(EVENT_FIELDS).toContain(name);
  },
);

test.prop([
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  }),
])(
  'for anything at all in any field: the line is closed and safe, or a TypeError is thrown',
  (value) => {
    for (const field of [...EVENT_FIELDS, 'args']) {
      try {
        const { line } = link({ ...invocation(1), [field]: value }, beginChain('w'));
        expect(line).toMatch(/^[\x20-\x7e]{1,1700}$/);
        expect(EVENT_FIELDS).toEqual(
          expect.arrayContaining(Object.keys(JSON.parse(line) as AuditEvent)),
        );
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    }
  },
);

const EVENT_FIELDS = [
  'kind',
  'id',
  'writer',
  'seq',
  'time',
  'capability',
  'version',
  'side_effect',
  'network',
  'stage_reached',
  'outcome',
  'code',
  'reason',
  'ruling',
  'rule',
  'policy_revision',
  'origin',
  'principal',
  'intention',
  'modified',
  'result_bytes',
  'duration_ms',
  'subject',
  'prev_hash',
  'hash',
];

test.prop([fc.string({ unit: 'binary', minLength: 4 }), drafts])(
  'S1-122, S1-129, S1-130, S1-132, F01: for every secret in what is no field: neither it nor its hash is written',
  (text, draft) => {
    const secret = `Zq${text}`;
    const content = {
      args: { [secret]: secret },
      result: secret,
      error: new Error(secret),
      [secret]: 1,
    };
    const hostile: object = { ...content, ...draft, code: secret, reason: secret };
    const { line } = link(hostile as EventDraft, beginChain('w'));
    expect(line).not.toContain(secret);
    expect(line).not.toContain(sha256Hex(secret));
  },
);

/** What nearly every event has, and no more. */
const usual: InvocationDraft = invocation(1, {
  version: 1,
  side_effect: 'read_only',
  network: 'local',
  ruling: 'allow',
  policy_revision: 0,
  origin: 'user',
  principal: 'person:ada',
  result_bytes: 35,
});

test.prop([fc.array(fc.tuple(invocationDrafts, fc.subarray(EVENT_FIELDS)), { maxLength: 10 })])(
  'bar-17: for every row of events, each like the usual one but for some fields: each line is JSON.stringify of its event, whatever stood before it',
  (row) => {
    for (const [other, fields] of row) {
      const changed = Object.entries(other).filter(([name]) => fields.includes(name));
      for (const draft of [usual, { ...usual, ...Object.fromEntries(changed) }]) {
        const { event, line } = link(draft, beginChain('w'));
        expect(JSON.stringify(event)).toBe(line);
        expect(event).toMatchObject({
          principal: expect.any(String),
          result_bytes: draft.result_bytes,
        });
        link({ ...usual, capability: 'notes.other' }, beginChain('w'));
        expect(link(draft, beginChain('w')).line).toBe(line);
      }
    }
  },
);
