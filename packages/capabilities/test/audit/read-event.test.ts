import { describe, expect, it } from 'vitest';
import { MAX_LINE, readEvent } from '../../src/audit/read-event.js';
import { chainOf } from './drafts.js';

const {
  lines: [line = ''],
  events: [event],
} = chainOf(1);

describe('readEvent', () => {
  it('reads a line, and an event object, as a frozen event whose hash is that of its content', () => {
    for (const item of [line, event, { ...event }]) {
      const reading = readEvent(item);
      expect(reading).toEqual({ is: 'event', event, sealed: true, hash: event?.hash });
      expect(reading.is === 'event' && Object.isFrozen(reading.event)).toBe(true);
    }
  });

  it('says when the hash is another', () => {
    expect(readEvent(line.replace('notes', 'nutes'))).toMatchObject({ is: 'event', sealed: false });
    expect(readEvent({ ...event, seq: 2 })).toMatchObject({ is: 'event', sealed: false });
  });

  it('tells what is no event from an event that is written in another way', () => {
    for (const item of [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      line.slice(1),
      `${line},`,
      'x'.repeat(MAX_LINE + 1),
      null,
      7,
      {},
      [],
      { ...event, seq: 0 },
    ])
      expect(readEvent(item)).toEqual({ is: 'malformed' });
    for (const item of [
      ` ${line}`,
      line.replace(':1,', ':1.0,'),
      line.replace('}', ',"args":1}'),
      { ...event, args: 1 },
      { ...event, code: 'No such file' },
    ])
      expect(readEvent(item)).toEqual({ is: 'not_canonical' });
  });

  it('never throws, whatever a proxy does', () => {
    const thrower = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('x');
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('x');
        },
      },
    );
    expect(readEvent(thrower)).toEqual({ is: 'malformed' });
  });
});
