import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { canonicalJson } from '../../src/internal/canonical.js';
import type { Json } from '../../src/internal/json.js';
import type { GrantScope } from '../../src/grants/grant.js';
import { requestDigest, scopeText } from '../../src/grants/request-text.js';

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

describe('requestDigest', () => {
  const request = {
    principal: 'mind:muse' as const,
    origin: 'model' as const,
    contracts: [{ id: 'a.b@1', digest: 'd' }],
    scope: { capability: 'a.b@1', access: 'read' as const },
    durationMs: 1_000,
    operations: 1,
    reason: 'r',
    evidence: ['e'],
    risk: 'k',
    mitigation: 'm',
    fallback: 'f',
    alternatives: ['a'],
  };
  test.prop([
    fc.constantFrom(
      'reason',
      'risk',
      'mitigation',
      'fallback',
      'intention',
      'occasion',
    ) as fc.Arbitrary<'reason'>,
    fc.string({ minLength: 1 }),
  ])('for every field: another text is another digest', (field, text) => {
    fc.pre((request as Record<string, unknown>)[field] !== text && text.isWellFormed());
    expect(requestDigest({ ...request, [field]: text })).not.toBe(requestDigest(request));
  });
});
