import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

// Tables that are printed from the code:
//
//   <!-- table: confirmation -->
//   …
//   <!-- /table -->

const CORE = 'packages/capabilities/src';

const TABLES = {
  async confirmation({ load }) {
    const { CONFIRMATION } = await load(`${CORE}/contract/classification.ts`);
    return table(
      ['`sideEffect`', '`network`', 'confirmation'],
      Object.entries(CONFIRMATION).flatMap(([sideEffect, row]) =>
        Object.entries(row).map(([network, answer]) => [
          code(sideEffect),
          code(network),
          bold(answer),
        ]),
      ),
    );
  },

  async 'default-rulings'({ load }) {
    const { CONFIRMATION, derivedRuling } = await load(`${CORE}/contract/classification.ts`);
    return table(
      ['`sideEffect`', '`network`', 'ruling where nobody says more'],
      Object.entries(CONFIRMATION).flatMap(([sideEffect, row]) =>
        Object.keys(row).map((network) => [
          code(sideEffect),
          code(network),
          bold(derivedRuling(sideEffect, network)),
        ]),
      ),
    );
  },

  async 'codes-by-stage'({ load }) {
    const { REJECTION_CODES } = await load(`${CORE}/contract/codes.ts`);
    return table(
      ['stage', 'codes'],
      Object.entries(REJECTION_CODES).map(([stage, codes]) => [
        code(stage),
        codes.map((one) => `[${code(one)}](../reference/codes.md#${one})`).join(', '),
      ]),
    );
  },

  async bounds({ load }) {
    const { BOUND_LIMITS } = await load(`${CORE}/contract/bounds.ts`);
    return table(
      ['bound', 'least', 'most', 'default'],
      Object.entries(BOUND_LIMITS).map(([name, most]) => [code(name), '1', number(most), 'none']),
    );
  },

  async limits({ load }) {
    const { LIMITS } = await load(`${CORE}/executor/host.ts`);
    return table(
      ['limit', 'least', 'default', 'most'],
      Object.entries(LIMITS).map(([name, { least, usual, most }]) => [
        code(name),
        number(least),
        number(usual),
        number(most),
      ]),
    );
  },

  'event-fields': ({ load }) => fieldsOf('invocation', load),
  'notice-fields': ({ load }) => fieldsOf('notice', load),

  async 'exit-codes'({ load }) {
    const { EXIT, EXIT_MEANINGS } = await load('packages/cli/src/exit-codes.ts');
    return table(
      ['exit code', 'name', 'meaning'],
      Object.entries(EXIT).map(([name, value]) => [bold(value), code(name), EXIT_MEANINGS[name]]),
    );
  },

  async 'exit-of-codes'({ load }) {
    const { EXIT, exitOfRejection } = await load('packages/cli/src/exit-codes.ts');
    const { REJECTION_CODES } = await load(`${CORE}/contract/codes.ts`);
    const codes = [...new Set(Object.values(REJECTION_CODES).flat())];
    return table(
      ['exit code', 'rejection codes'],
      Object.entries(EXIT)
        .map(([name, value]) => [value, codes.filter((one) => exitOfRejection(one) === name)])
        .filter(([, found]) => found.length > 0)
        .map(([value, found]) => [
          bold(value),
          found.map((one) => `[${code(one)}](codes.md#${one})`).join(', '),
        ]),
    );
  },
};

/** What each field of an event says. A field without a meaning here stops the printing. */
const MEANINGS = {
  kind: 'what sort of record this is',
  id: 'names the attempt or occurrence: a UUID; the outcome carries the same one as `event`',
  writer: 'whose chain this is a link of',
  seq: 'the place in that chain, from 1, without gaps',
  time: 'UTC with milliseconds',
  capability: 'the name; of an unknown capability as it was proposed, cut to 128 safe characters',
  version: 'the version that was proposed',
  side_effect: 'from the contract',
  network: 'from the contract',
  stage_reached: 'the last stage passed, or the one that refused',
  outcome: 'how it ended',
  code: 'why it was refused, or what was decided',
  reason: "a word from the contract's own `refusals` or `failures`",
  ruling: 'what policy said',
  rule: 'the rule that decided, where one did',
  policy_revision: 'the revision that was ruled under',
  origin: 'who set the attempt in motion',
  principal: 'who asked, or who decided',
  intention: "what it was for, in the host's own ids",
  modified: 'a person changed the arguments before saying yes',
  result_bytes: "UTF-8 bytes of the result's JSON text",
  duration_ms: 'milliseconds from proposal to outcome, by a monotonic clock',
  subject: 'the id of what it is about: a pending proposal, an attempt, a runner',
  prev_hash: 'the `hash` of the event before it; 64 zeros for the first',
  hash: 'SHA-256 over everything before it on the line',
};

async function fieldsOf(title, load) {
  const { EVENT_SCHEMA } = await load(`${CORE}/audit/event-schema.ts`);
  const { PATTERNS } = await load(`${CORE}/audit/fields.ts`);
  const { properties, required } = EVENT_SCHEMA.oneOf.find((each) => each.title === title);
  return table(
    ['field', 'values', 'present', 'says'],
    Object.entries(properties).map(([name, schema]) => {
      if (!Object.hasOwn(MEANINGS, name)) throw new Error(`no meaning for the field \`${name}\``);
      return [
        code(name),
        valuesOf(schema, PATTERNS),
        required.includes(name) ? 'always' : 'when known',
        MEANINGS[name],
      ];
    }),
  );
}

function valuesOf({ const: only, enum: words, type, pattern, minimum }, patterns) {
  if (only !== undefined) return code(only);
  if (words !== undefined) return words.map(code).join(', ');
  if (pattern !== undefined)
    return SHAPES[Object.keys(patterns).find((name) => patterns[name] === pattern)];
  return type === 'integer' ? `whole number from ${minimum}` : `number from ${minimum}`;
}

/** What the texts of an event look like, by the name of their pattern. */
const SHAPES = {
  id: 'UUID',
  time: 'ISO 8601 time',
  hash: '64 hex digits',
  word: 'lower-case word',
  writer: '1 to 46 safe characters',
  text: '1 to 128 safe characters',
};

const code = (text) => `\`${text}\``;
const bold = (text) => `**${text}**`;
const number = (value) => value.toLocaleString('en-US');
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The lines of one table, as prettier writes them. @throws Error — when there is no such table. */
export async function tableOf(name, sources) {
  if (!Object.hasOwn(TABLES, name)) throw new Error(`there is no table \`${name}\``);
  const config = await resolveConfig(join(ROOT, 'README.md'));
  const text = await format(await TABLES[name](sources), { ...config, parser: 'markdown' });
  return ['', ...text.trimEnd().split('\n'), ''];
}
