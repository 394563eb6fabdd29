import { fc, test } from '@fast-check/vitest';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { beginChain, link } from '../../src/audit/chain.js';
import { EVENT_SCHEMA } from '../../src/audit/event-schema.js';
import { drafts, fullInvocation, idOf, TIME } from './drafts.js';

// As JSON, the way another tool reads it.
const schema = Compile(JSON.parse(JSON.stringify(EVENT_SCHEMA)) as TSchema);
const accepts = (event: unknown): boolean => schema.Check(event);

describe('EVENT_SCHEMA', () => {
  const { event } = link(fullInvocation(1), beginChain('w'));
  const notice = link(
    { kind: 'grant', id: idOf(2), time: TIME, principal: 'person:ada', subject: 'x', code: 'y' },
    event,
  ).event;

  test.prop([drafts])('S1-120: for every draft: its event is valid', (draft) => {
    expect(accepts(link(draft, beginChain('jsonl:w')).event)).toBe(true);
  });

  test.prop([fc.string(), fc.anything()])(
    'S1-120: for every unknown field: an event with it is not',
    (name, value) => {
      fc.pre(!(name in event) && !(name in notice));
      expect(accepts({ ...event, [name]: value })).toBe(false);
      expect(accepts({ ...notice, [name]: value })).toBe(false);
    },
  );

  it('S1-120: takes no field of the one kind for the other', () => {
    expect(accepts({ ...event, subject: 'x' })).toBe(false);
    expect(accepts({ ...notice, outcome: 'completed' })).toBe(false);
  });

  it('lists the fields in the order in which they are written, each once', () => {
    const [invocation, other] = EVENT_SCHEMA.oneOf;
    expect(Object.keys(invocation.properties)).toEqual(Object.keys(event));
    expect(Object.keys(other.properties)).toEqual(Object.keys(notice));
  });

  it.each(Object.keys(event))('refuses a wrong `%s`', (field) => {
    for (const value of ['a b', '', -1, 1.0001, {}, null, 'é'])
      if (!(field === 'duration_ms' && value === 1.0001))
        expect(accepts({ ...event, [field]: value })).toBe(false);
  });

  it('requires what every event has', () => {
    const { required } = EVENT_SCHEMA.oneOf[0];
    for (const field of Object.keys(event)) {
      const { [field as keyof typeof event]: _, ...rest } = event;
      expect(accepts(rest)).toBe(!required.includes(field));
    }
  });
});
