import { describe, expect } from 'vitest';
import { acceptArgs, inBrowser } from './accepting.js';
import { corpusTest, read } from './corpora.js';

interface Payload {
  readonly json: string;
  readonly parses: boolean;
}

const schema = {
  type: 'object',
  properties: { a: { type: 'integer' }, approved: { type: 'boolean' } },
};

describe('texts that pollute prototypes', () => {
  corpusTest(
    'prototype-pollution',
    'C10 bar-20: each is refused or inert, and changes no object',
    () => {
      const before = Object.getOwnPropertyNames(Object.prototype);
      const closed = [acceptArgs(schema), inBrowser(() => acceptArgs(schema))];
      const open = acceptArgs({ ...schema, additionalProperties: true });
      const payloads = (
        read('prototype-pollution/json_payloads.json') as readonly Payload[]
      ).filter(({ parses }) => parses);
      expect(payloads.length).toBeGreaterThan(30);
      for (const { json } of payloads) {
        const value: unknown = JSON.parse(json);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const isKnown =
          isObject && Object.keys(value).every((key) => key === 'a' || key === 'approved');
        for (const { check, violations } of closed) {
          if (!isKnown) expect([json, check(value)]).toEqual([json, false]);
          expect(violations(value).length === 0).toBe(check(value));
        }
        open.check(value);
        open.violations(value);
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
      }
    },
  );

  corpusTest(
    'prototype-pollution',
    'bar-20: each string is a text like any other, also as a property name',
    () => {
      const { check } = acceptArgs({
        type: 'object',
        properties: {},
        additionalProperties: { type: 'string', maxLength: 4_096 },
      });
      for (const { text } of read('prototype-pollution/string_payloads.json') as readonly {
        readonly text: string;
      }[]) {
        expect(check({ text })).toBe(true);
        expect(check({ [text]: text })).toBe(true);
        expect(check({ [text]: 1 })).toBe(false);
      }
    },
  );
});
