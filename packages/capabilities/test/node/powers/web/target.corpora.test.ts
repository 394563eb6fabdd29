import { describe, expect } from 'vitest';
import { readTarget, type Target } from '../../../../src/node/powers/web/target.js';
import { PowerError } from '../../../../src/powers/power-error.js';
import { corpusTest, read } from '../../../contract/schema/corpora.js';

interface Case {
  readonly input: string;
  readonly base: string | null;
  readonly failure?: boolean;
  readonly protocol?: string;
  readonly username?: string;
  readonly password?: string;
  readonly hostname?: string;
  readonly pathname?: string;
  readonly search?: string;
}

/**
 * Names that an older parser reads by an older table: before Unicode 15.1 the capital sharp s was two
 * letters, and Node 22 has it so. It is another name then, for every rule and the connection alike.
 */
const hasOldTable = new URL('https://ẞ.com').hostname === 'ss.com';
const byOwnTable = (input: string, output: string | null): string | undefined =>
  (hasOldTable && input.includes('ẞ') ? output?.replace('xn--zca', 'ss') : output)?.replace(
    /\.$/,
    '',
  );

const EVERY_PORT = new Set(Array.from({ length: 65_536 }, (_, port) => port));

function target(input: string, base: string | null): Target | string {
  try {
    return readTarget(input, EVERY_PORT, base ?? undefined);
  } catch (error) {
    if (!PowerError.is(error)) throw error;
    return error.code;
  }
}

/** The cases of the standard; a text between them is a comment. */
const urlCases = (): readonly Case[] =>
  (read('wpt-url/urltestdata.json') as (Case | string)[]).filter(
    (entry) => typeof entry !== 'string',
  );

describe('readTarget', () => {
  corpusTest(
    'wpt-url',
    'bar-11, S3-174: refuses every URL that must fail, and all that are not http',
    () => {
      const cases = urlCases();
      const mustFail = cases.filter(({ failure }) => failure === true);
      const otherScheme = cases.filter(
        ({ failure, protocol }) => failure !== true && !/^https?:$/.test(protocol ?? ''),
      );
      const withUser = cases.filter(
        ({ username, password }) => Boolean(username) || Boolean(password),
      );
      for (const { input, base } of [...mustFail, ...otherScheme, ...withUser])
        expect([input, typeof target(input, base)]).toEqual([input, 'string']);
      expect(mustFail.length).toBeGreaterThanOrEqual(267);
    },
  );

  corpusTest(
    'wpt-url',
    'bar-11, G06: where it takes one, host and path are those of the standard',
    () => {
      const cases = urlCases();
      let taken = 0;
      for (const { input, base, hostname = '', pathname = '', search = '' } of cases) {
        const found = target(input, base);
        if (typeof found === 'string') continue;
        taken += 1;
        expect([input, found.host, found.path]).toEqual([
          input,
          hostname.replace(/\.$/, '').replace(/^\[|\]$/g, ''),
          pathname + search,
        ]);
      }
      expect(taken).toBeGreaterThan(100);
    },
  );

  corpusTest(
    'wpt-url',
    'bar-11, G06: a host has the spelling of the standard, or is refused',
    () => {
      const cases = (
        read('wpt-url/toascii.json') as ({ input: string; output: string | null } | string)[]
      ).filter((entry) => typeof entry !== 'string');
      let taken = 0;
      for (const { input, output } of cases) {
        const found = target(`https://${input}/x`, null);
        if (typeof found === 'string') continue;
        taken += 1;
        expect([input, found.host]).toEqual([input, byOwnTable(input, output)]);
      }
      expect(cases.length).toBeGreaterThanOrEqual(87);
      expect(taken).toBeGreaterThan(5);
    },
  );
});
