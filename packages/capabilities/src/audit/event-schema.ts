import { deepFreeze } from '../internal/freeze.js';
import { NOTICE_KINDS } from './event.js';
import { PATTERNS, WORDS } from './fields.js';

const text = { type: 'string', pattern: PATTERNS.text } as const;
const word = { type: 'string', pattern: PATTERNS.word } as const;
const hash = { type: 'string', pattern: PATTERNS.hash } as const;
const whole = (minimum: 0 | 1) =>
  ({ type: 'integer', minimum, maximum: Number.MAX_SAFE_INTEGER }) as const;

const place = {
  id: { type: 'string', pattern: PATTERNS.id },
  writer: { type: 'string', pattern: PATTERNS.writer },
  seq: whole(1),
  time: { type: 'string', pattern: PATTERNS.time },
} as const;
const seal = { prev_hash: hash, hash } as const;

/**
 * The JSON Schema (2020-12) of an audit event, for whoever reads the log with other tools.
 *
 * Closed: a field that is not listed here is in no event. The keys of `properties` are in the
 * order in which they are written.
 */
export const EVENT_SCHEMA = deepFreeze({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:sovereign:audit-event:1',
  oneOf: [
    {
      title: 'invocation',
      type: 'object',
      properties: {
        kind: { const: 'invocation' },
        ...place,
        capability: text,
        version: whole(1),
        side_effect: { enum: WORDS.side_effect },
        network: { enum: WORDS.network },
        stage_reached: { enum: WORDS.stage_reached },
        outcome: { enum: WORDS.outcome },
        code: word,
        reason: word,
        ruling: { enum: WORDS.ruling },
        rule: text,
        policy_revision: whole(0),
        origin: { enum: WORDS.origin },
        principal: text,
        intention: text,
        modified: { const: true },
        result_bytes: whole(0),
        duration_ms: { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        ...seal,
      },
      required: [
        'kind',
        ...Object.keys(place),
        'capability',
        'stage_reached',
        'outcome',
        'duration_ms',
        ...Object.keys(seal),
      ],
      additionalProperties: false,
    },
    {
      title: 'notice',
      type: 'object',
      properties: {
        kind: { enum: NOTICE_KINDS },
        ...place,
        principal: text,
        subject: text,
        code: word,
        ...seal,
      },
      required: ['kind', ...Object.keys(place), ...Object.keys(seal)],
      additionalProperties: false,
    },
  ] as const,
});
