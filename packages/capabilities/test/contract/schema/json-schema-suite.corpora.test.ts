import { describe, expect } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import type { AcceptedSchema } from '../../../src/contract/schema/accept-schema.js';
import { isObject, type Schema } from '../../../src/contract/schema/json-types.js';
import { keysOf } from '../../../src/contract/schema/site.js';
import { mapHeld } from '../../../src/contract/schema/subschemas.js';
import type { Json, JsonObject } from '../../../src/internal/json.js';
import { accept, inBrowser } from './accepting.js';
import { corpusTest, read } from './corpora.js';

interface Group {
  readonly description: string;
  readonly schema: Schema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: Json;
    readonly valid: boolean;
  }[];
}

type Suite = readonly { readonly file: string; readonly groups: readonly Group[] }[];

const TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** What says as much as leaving the keyword out, where a limit would be written in. */
const NEUTRAL: Readonly<Record<string, Json>> = {
  additionalProperties: true,
  unevaluatedProperties: true,
  maxLength: 1_000_000,
  maxItems: 1_000_000,
  propertyNames: { maxLength: 256 },
};

/**
 * Accepts a schema of the suite, saying by hand what the author left out, so that nothing is written
 * in: the suite is about what a schema means, and a limit that is written in changes that.
 */
function acceptNeutral(schema: Schema, isDraft7: boolean): AcceptedSchema {
  const isAboutUnevaluated = JSON.stringify(schema).includes('unevaluatedProperties');
  const stated = (part: Schema): Schema => {
    if (!isObject(part)) return part;
    const types = [part['type']].flat();
    const isOpen =
      !isAboutUnevaluated &&
      (part['$ref'] === undefined || !isDraft7) &&
      part['additionalProperties'] === undefined &&
      (part['type'] === undefined || types.includes('object'));
    const isUnbounded = part['pattern'] !== undefined && part['maxLength'] === undefined;
    return mapHeld(
      {
        ...part,
        ...(isOpen ? { additionalProperties: true } : {}),
        ...(isUnbounded ? { maxLength: 4_096 } : {}),
      },
      stated,
    );
  };
  const root = isObject(schema)
    ? (stated(schema) as JsonObject)
    : { additionalProperties: true, allOf: [schema] };
  const dialect = isDraft7
    ? { $schema: root['$schema'] ?? 'http://json-schema.org/draft-07/schema#' }
    : {};
  // A declared type, which any value has. Draft-07 knows nothing beside a reference.
  const typed =
    isDraft7 && root['$ref'] !== undefined
      ? root
      : { ...root, allOf: [...((root['allOf'] ?? []) as Json[]), { type: TYPES }] };
  let written: unknown = { ...typed, ...dialect };
  for (let round = 0; round < 20; round += 1) {
    const accepted = accept(written);
    if (accepted.tightened.length === 0) return accepted;
    const copy = structuredClone(accepted.json);
    for (const { path, keyword } of accepted.tightened) {
      const place = keysOf(path).reduce(
        (at, key) => (at as Record<string, Json>)[key] ?? {},
        copy as Json,
      );
      (place as Record<string, Json>)[keyword] = NEUTRAL[keyword] ?? true;
    }
    written = copy;
  }
  return expect.unreachable('limits are written in again and again');
}

interface Tally {
  passed: number;
  refused: number;
  /** Groups in which a value is refused that the suite would let pass, on purpose. */
  narrowed: string[];
  failed: string[];
}

/**
 * The two places where we mean something narrower than the suite: a format is always asserted, which
 * 2020-12 leaves to a vocabulary, and `uri` is the URL of a web page. Source: decision «Arguments».
 */
const isNarrowed = (file: string): boolean =>
  file.endsWith('draft2020-12/format.json') || file.endsWith('optional/format/uri.json');

async function run(dialect: string, browser: boolean): Promise<Tally> {
  const tally: Tally = { passed: 0, refused: 0, narrowed: [], failed: [] };
  for (const { file, groups } of read(`json-schema-test-suite/${dialect}.json`) as Suite) {
    for (const { description, schema, tests } of groups) {
      const name = `${file} ${description}`;
      let accepted: AcceptedSchema;
      try {
        const attempt = (): AcceptedSchema => acceptNeutral(schema, dialect === 'draft7');
        accepted = browser ? inBrowser(attempt) : attempt();
      } catch (fault) {
        if (ContractError.is(fault)) tally.refused += 1;
        else tally.failed.push(`${name}: ${String(fault)}`);
        continue;
      }
      await accepted.ready?.();
      const wrong = tests.filter(({ data, valid }) => {
        const isAgreed = (accepted.violations(data).length === 0) === accepted.check(data);
        return !isAgreed || accepted.check(data) !== valid;
      });
      if (wrong.length === 0) tally.passed += 1;
      else if (isNarrowed(file) && wrong.every(({ data, valid }) => valid && !accepted.check(data)))
        tally.narrowed.push(name);
      else tally.failed.push(`${name}: ${wrong.map((one) => one.description).join('; ')}`);
    }
  }
  return tally;
}

describe.each([
  ['compiled', false],
  ['interpreted, as in a browser', true],
])('the official suite, %s', (_, browser) => {
  corpusTest(
    'json-schema-test-suite',
    'C04 bar-8: each group of 2020-12 passes exactly, or its schema is refused',
    async () => {
      const { passed, refused, narrowed, failed } = await run('draft2020-12', browser);
      expect(failed).toEqual([]);
      expect({ passed, refused, narrowed: narrowed.length }).toEqual({
        passed: 329,
        refused: 119,
        narrowed: 13,
      });
    },
  );

  corpusTest(
    'json-schema-test-suite',
    'C04 bar-8: each group of draft-07 passes exactly, or its schema is refused',
    async () => {
      const { passed, refused, narrowed, failed } = await run('draft7', browser);
      expect(failed).toEqual([]);
      expect({ passed, refused, narrowed: narrowed.length }).toEqual({
        passed: 253,
        refused: 67,
        narrowed: 1,
      });
    },
  );
});
