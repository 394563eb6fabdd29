import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';
import type { Json } from '../../src/internal/json.js';
import type { GrantScope } from '../../src/grants/grant.js';
import {
  requestDigest,
  requestText,
  scopeText,
  type AskedFor,
} from '../../src/grants/request-text.js';

const scope: fc.Arbitrary<GrantScope> = fc
  .record(
    {
      capability: fc.constantFrom('a.b@1', 'a.*'),
      access: fc.constantFrom('read' as const, 'write' as const),
      target: fc.string({ unit: 'grapheme' }),
      args: fc.jsonValue() as fc.Arbitrary<Json>,
      parameters: fc.dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
        fc.string({ minLength: 1 }),
        { maxKeys: 3 },
      ),
      otherParameters: fc.constant('any' as const),
    },
    { requiredKeys: ['capability', 'access'] },
  )
  .map(({ args, parameters, otherParameters, ...rest }) =>
    args !== undefined
      ? { ...rest, args: JSON.parse(JSON.stringify(args)) as Json }
      : {
          ...rest,
          ...(parameters !== undefined && Object.keys(parameters).length > 0 && { parameters }),
          ...(otherParameters !== undefined && { otherParameters }),
        },
  );

describe('scopeText', () => {
  test.prop([scope, scope])(
    'for every two scopes: one text is one scope, so that what is shown is what is enforced',
    (one, other) => {
      const same =
        canonicalJson(one as unknown as Json) === canonicalJson(other as unknown as Json);
      expect(scopeText(one).join('\n') === scopeText(other).join('\n')).toBe(same);
      expect(scopeText(one).every((line) => !line.includes('\n'))).toBe(true);
    },
  );
});

/** Texts that try to look like the lines around them. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('none', 'a\nRisk: none', 'x\u2028Evidence 2: y', '\u202Eabc', '\\n'),
);

const asked: fc.Arbitrary<AskedFor> = fc
  .record(
    {
      principal: fc.constantFrom('mind:muse' as const, 'person:ada' as const),
      origin: fc.constantFrom('model' as const, 'plan' as const),
      occasion: fc.constantFrom('turn:1' as const, 'turn:2' as const),
      intention: words,
      contracts: fc.array(
        fc.record({ id: fc.constantFrom('a.b@1', 'a.c@1'), digest: fc.constantFrom('d', 'e') }),
        { maxLength: 2 },
      ),
      scope,
      durationMs: fc.integer({ min: 1_000, max: 604_800_000 }),
      operations: fc.integer({ min: 1, max: 10_000 }),
      reason: words,
      evidence: fc.array(words, { maxLength: 3 }),
      risk: words,
      mitigation: words,
      fallback: words,
      alternatives: fc.array(words, { maxLength: 3 }),
    },
    {
      requiredKeys: [
        'principal',
        'origin',
        'contracts',
        'scope',
        'durationMs',
        'operations',
        'reason',
        'evidence',
        'risk',
        'mitigation',
        'fallback',
        'alternatives',
      ],
    },
  )
  .map((draft) => draft as AskedFor);

const SMALL: AskedFor = {
  principal: 'mind:muse',
  origin: 'model',
  contracts: [],
  scope: { capability: 'a.b@1', access: 'read' },
  durationMs: 1_000,
  operations: 1,
  reason: 'r',
  evidence: [],
  risk: 'k',
  mitigation: 'm',
  fallback: 'f',
  alternatives: [],
};

const saidBy = (request: AskedFor): string => canonicalJson(request as unknown as Json);

describe('requestText', () => {
  test.prop([asked, asked])(
    'for every request and any one of its fields: another field is another text, and another digest',
    (one, other) => {
      for (const field of Object.keys(one) as (keyof AskedFor)[]) {
        const { [field]: _, ...rest } = one;
        const changed = (
          other[field] === undefined ? rest : { ...one, [field]: other[field] }
        ) as AskedFor;
        if (changed[field] === undefined && !['occasion', 'intention'].includes(field)) continue;
        const same = saidBy(changed) === saidBy(one);
        expect(requestText(changed) === requestText(one)).toBe(same);
        expect(requestDigest(changed) === requestDigest(one)).toBe(same);
      }
    },
  );

  test.each([
    [1_000, '1 s'],
    [90_500, '1 min 30.5 s'],
    [3_600_000, '1 h'],
    [604_800_000, '7 d'],
    [93_784_005, '1 d 2 h 3 min 4.005 s'],
  ])('%d ms are said as %s', (durationMs, length) => {
    expect(requestText({ ...SMALL, durationMs })).toContain(`\nLasts: ${length} from the yes on\n`);
  });

  test.prop([asked])(
    'for every request: one fact a line, and none that a text of its own could have written',
    (one) => {
      const lines = requestText(one).split('\n');
      const facts =
        3 +
        scopeText(one.scope).length +
        one.contracts.length +
        6 +
        Math.max(1, one.evidence.length) +
        Math.max(1, one.alternatives.length);
      expect(lines).toHaveLength(facts);
      expect(lines.filter((line) => line.startsWith('Risk: '))).toHaveLength(1);
    },
  );
});
