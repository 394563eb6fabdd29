import { describe, expect, test } from 'vitest';
import { at, keysOf, refuse } from '../../../src/contract/schema/site.js';
import { faultOf } from './accepting.js';

const site = { subject: 'web.search', place: 'args' } as const;

describe('refuse', () => {
  test('names the contract, which schema, the place and the remedy, on one line', () => {
    expect(faultOf(() => refuse(site, '/properties/q', 'write a schema'))).toBe(
      '`web.search`: args schema at `#/properties/q`: write a schema',
    );
  });

  test('keeps control characters, back-ticks and length out of the message', () => {
    const message = faultOf(() => refuse(site, `/a\n\`\u202e${'x'.repeat(500)}`, 'write less'));
    expect(message).toMatch(/^`web.search`: args schema at `#\/a\?\?\?x+`: write less$/);
    expect(message.length).toBeLessThan(300);
  });
});

describe('a JSON pointer', () => {
  test('escapes what it splits at, and is split again into the same keys', () => {
    const pointer = at(at('', 'a/b~c'), 0);
    expect(pointer).toBe('/a~1b~0c/0');
    expect(keysOf(pointer)).toEqual(['a/b~c', '0']);
  });
});
