import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import type { AcceptedSchema } from '../../../src/contract/schema/accept-schema.js';
import type { JsonObject } from '../../../src/internal/json.js';
import { accept, inBrowser } from './accepting.js';
import { smallSchemas, smallValues } from './random-schemas.js';

const TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The same schema with a declared type, so that it may be one of a result. */
const typed = (schema: JsonObject): JsonObject => ({
  ...schema,
  allOf: [...((schema['allOf'] ?? []) as JsonObject[]), { type: TYPES }],
});

/** Accepts a schema, or gives up this run of a law: a refusal is an answer too. */
function acceptOrSkip(schema: JsonObject): AcceptedSchema {
  try {
    return accept(typed(schema));
  } catch (fault) {
    if (!ContractError.is(fault)) throw fault;
    fc.pre(false);
    throw fault;
  }
}

const values = fc.array(smallValues, { minLength: 5, maxLength: 5 });

test.prop([smallSchemas, values])(
  'for every schema and value: the compiled and the interpreted check agree',
  (schema, some) => {
    const compiled = acceptOrSkip(schema);
    const interpreted = inBrowser(() => accept(typed(schema)));
    expect(some.map(interpreted.check)).toEqual(some.map(compiled.check));
  },
);

test.prop([smallSchemas, values])(
  'for every schema and value: there are violations exactly when it does not fit, each of a rule of the schema',
  (schema, some) => {
    const { check, violations, json } = acceptOrSkip(schema);
    const text = JSON.stringify(json);
    for (const value of some) {
      const found = violations(value);
      expect(found.length === 0).toBe(check(value));
      for (const { rule } of found)
        expect(rule === 'type' || text.includes(`"${rule}":`)).toBe(true);
    }
  },
);

test.prop([smallSchemas])(
  'for every schema: accepting what was accepted changes nothing',
  (schema) => {
    const once = acceptOrSkip(schema);
    const twice = accept(once.json);
    expect(twice.json).toEqual(once.json);
    expect(twice.tightened).toEqual([]);
  },
);

test.prop([
  fc.anything({
    withNullPrototype: true,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSparseArray: true,
  }),
])(
  'for anything at all: it is accepted as a schema or refused with a ContractError',
  (anything) => {
    try {
      accept(anything);
    } catch (fault) {
      expect(ContractError.is(fault)).toBe(true);
    }
  },
);

test.prop([
  smallSchemas,
  fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
])(
  'for every schema and anything at all: a check answers and does not throw',
  (schema, anything) => {
    const { check, violations } = acceptOrSkip(schema);
    expect(typeof check(anything)).toBe('boolean');
    expect(Array.isArray(violations(anything))).toBe(true);
  },
);

const secrets = fc.uuid();

test.prop([smallSchemas, smallValues, secrets])(
  'C07 for every schema, value and secret in it: no violation holds the secret',
  (schema, value, secret) => {
    const { violations } = acceptOrSkip(schema);
    const bad = { [secret]: secret, a: { [secret]: [secret, value] }, b: [secret], c: secret };
    expect(JSON.stringify([violations(bad), violations(secret), violations([bad])])).not.toContain(
      secret,
    );
  },
);
