import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { STRICTNESS } from '../../src/contract/classification.js';
import { ask, capabilityOf, naive, policyOf, rule, someQuestion, someRules } from './rules.js';

const READ = capabilityOf('files.read', { kind: 'path' });

/** Patterns of the same few pieces, so that many share a beginning, an end, or what is between. */
const somePath = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'ba', '*', '**', '?', '*a', 'b*', 'a?b'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => `/${parts.join('/')}`);
const someTarget = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'ba', 'aab', 'abb', 'c'), { minLength: 1, maxLength: 5 })
  .map((parts) => `/${parts.join('/')}`);

/** Other ways to write a host: letters in either case, and a dot at the end or none. */
const someSpelling = fc.tuple(fc.array(fc.boolean(), { minLength: 1 }), fc.boolean()).map(
  ([isUpper, isDotted]) =>
    (host: string): string =>
      [...host]
        .map((point, at) => (isUpper[at % isUpper.length] === true ? point.toUpperCase() : point))
        .join('') + (isDotted ? '.' : ''),
);

const shuffled = someRules().chain((rules) =>
  fc.tuple(fc.constant(rules), fc.shuffledSubarray([...rules], { minLength: rules.length })),
);

describe('policy of rules', () => {
  test.prop([someRules(40), fc.array(someQuestion, { minLength: 1, maxLength: 10 })])(
    'S3-157 for every set of rules and question: the index finds what looking at every rule finds',
    (rules, questions) => {
      const policy = policyOf(rules);
      for (const question of questions) {
        const winner = naive(rules, question);
        expect(policy.rule(question)).toEqual(
          winner === undefined
            ? { effect: question.capability.defaultRuling }
            : { effect: winner.effect, rule: winner.id },
        );
      }
    },
  );

  test.prop([fc.array(somePath, { maxLength: 60 }), fc.array(someTarget, { minLength: 1 })])(
    'S3-153 for every set of patterns that share their literals: the index finds what looking at every rule finds',
    (patterns, targets) => {
      const rules = patterns.map((target, at) =>
        rule({ id: `r${at}`, target, ...(at % 3 === 0 && { retrieved: true }) }),
      );
      const policy = policyOf(rules);
      for (const [at, target] of targets.entries()) {
        const question = ask(READ, { target, retrieved: at % 2 === 0 });
        expect(policy.rule(question).rule).toBe(naive(rules, question)?.id);
      }
    },
  );

  test.prop([
    fc.constantFrom('www.example.org', '*.example.org', '**.org', 'example.org'),
    someSpelling,
  ])(
    'A42 G06 for every spelling of a host in a rule: an allow and a deny see the same targets, those of the plain spelling',
    (host, spell) => {
      const fetch = capabilityOf('net.web.fetch', { kind: 'host', network: 'external' });
      for (const target of ['www.example.org', 'example.org', 'a.www.example.org', 'example.com'])
        for (const effect of ['allow', 'deny'] as const) {
          const by = (pattern: string) =>
            policyOf([rule({ effect, target: pattern })]).rule(ask(fetch, { target }));
          expect(by(spell(host))).toEqual(by(host));
        }
    },
  );

  test.prop([shuffled, someQuestion])(
    'S3-156 for every set of rules and every order of it: the ruling is the same, and so is the rule it names',
    ([rules, others], question) => {
      expect(policyOf(others).rule(question)).toEqual(policyOf(rules).rule(question));
    },
  );

  test.prop([someRules(), someRules(1), someQuestion])(
    'S3-160 for every set of rules: adding a deny never permits more',
    (rules, more, question) => {
      const denies = more.map((one) => ({ ...one, id: 'added', effect: 'deny' as const }));
      const before = policyOf(rules).rule(question).effect;
      const after = policyOf([...rules, ...denies]).rule(question).effect;
      expect(STRICTNESS[after]).toBeGreaterThanOrEqual(STRICTNESS[before]);
    },
  );

  test.prop([someRules(), someRules(1), someQuestion])(
    'for every set of rules: a final deny that fits decides, whatever else there is',
    (rules, more, question) => {
      const finals = more.map((one) => ({
        ...one,
        id: 'last-word',
        effect: 'deny' as const,
        final: true as const,
      }));
      if (naive(finals, question) === undefined) return;
      expect(policyOf([...rules, ...finals]).rule(question).effect).toBe('deny');
    },
  );

  test.prop([someRules(), someQuestion])(
    'S3-250 for every principal and capability: a definite survey is what every question is answered',
    (rules, question) => {
      const policy = policyOf(rules);
      const { effect } = policy.survey(question.capability, question.caller.principal);
      if (effect === 'depends') return;
      expect(policy.rule(question).effect).toBe(effect);
    },
  );

  test.prop([someRules(), someQuestion])(
    'S3-156 for every set of rules: a question is answered the same however often it is asked',
    (rules, question) => {
      const policy = policyOf(rules);
      const first = policy.rule(question);
      expect(policy.rule(question)).toBe(first);
      expect(Object.isFrozen(first)).toBe(true);
    },
  );
});
