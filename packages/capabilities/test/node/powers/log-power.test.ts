import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nodeLogPower, type Note } from '../../../src/node/powers/log-power.js';

const collect = () => {
  const notes: Note[] = [];
  const log = nodeLogPower({ sink: (note) => notes.push(note) });
  return { notes, note: log.note as (word: unknown, facts?: unknown) => void };
};

describe('nodeLogPower', () => {
  it('hands words, numbers and booleans to the sink, as a frozen copy', () => {
    const { notes, note } = collect();
    const facts = { volumes: 3, truncated: false };
    note('listed', facts);
    facts.volumes = 9;
    note('done');
    expect(notes.map(({ word, facts: kept }) => [word, { ...kept }])).toEqual([
      ['listed', { volumes: 3, truncated: false }],
      ['done', {}],
    ]);
    expect(Object.isFrozen(notes[0]) && Object.isFrozen(notes[0]?.facts)).toBe(true);
  });

  it.each([
    ['a sentence', 'Hello there', {}],
    ['capitals', 'Done', {}],
    ['a path', '/etc/passwd', {}],
    ['a word of 65 letters', 'a'.repeat(65), {}],
    ['nothing', '', {}],
    ['a number for a word', 7, {}],
    ['a text among the facts', 'listed', { path: '/etc/passwd' }],
    ['a nested fact', 'listed', { inner: { a: 1 } }],
    ['a text for a key', 'listed', { 'Ada Lovelace': 1 }],
    ['a number that is none', 'listed', { a: Number.NaN }],
    [
      'an accessor',
      'listed',
      {
        get a() {
          return 1;
        },
      },
    ],
    [
      'too many facts',
      'listed',
      Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`a${index}`, 1])),
    ],
    ['facts that are none', 'listed', 'text'],
    [
      'a proxy that throws',
      'listed',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('trap');
          },
        },
      ),
    ],
  ])('drops a note with %s', (_, word, facts) => {
    const { notes, note } = collect();
    note(word, facts);
    expect(notes).toEqual([]);
  });

  it('does not let the sink’s trouble reach the handler, and writes nowhere by default', () => {
    const log = nodeLogPower({
      sink: () => {
        throw new Error('disk full');
      },
    });
    expect(() => log.note('a')).not.toThrow();
    expect(() => nodeLogPower().note('a')).not.toThrow();
  });

  test.prop([fc.anything(), fc.anything()])(
    'for every note: the sink sees words, numbers and booleans alone',
    (word, facts) => {
      const { notes, note } = collect();
      note(word, facts);
      for (const kept of notes) {
        expect(kept.word).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
        for (const [key, value] of Object.entries(kept.facts)) {
          expect(key).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
          expect(['number', 'boolean']).toContain(typeof value);
        }
      }
    },
  );
});
