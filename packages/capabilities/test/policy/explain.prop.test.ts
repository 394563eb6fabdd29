import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { policyOf, someQuestion, someRules } from './rules.js';

describe('explain', () => {
  test.prop([someRules(), someQuestion])(
    'for every question: it names what the ruling names, and every other rule for it as a loser',
    (rules, question) => {
      const policy = policyOf(rules);
      const { effect, winner, losers } = policy.explain(question);
      expect({ effect, ...(winner !== undefined && { rule: winner.id }) }).toEqual(
        policy.rule(question),
      );
      expect(losers.map(({ rule }) => rule.id)).not.toContain(winner?.id);
      for (const { rule, why } of losers)
        if (why.startsWith('outranked')) {
          const alone = policyOf([rule]).rule(question);
          expect(alone.rule).toBe(rule.id);
        } else expect(policyOf([rule]).rule(question).rule).toBeUndefined();
    },
  );

  test.prop([someRules(), someQuestion])(
    'for every question: the change that would flip it, made, flips it',
    (rules, question) => {
      const { effect, flip } = policyOf(rules).explain(question);
      expect(flip?.then).not.toBe(effect);
      const kept = rules.filter(({ id }) => flip?.remove.includes(id) !== true);
      const changed = [...kept, ...(flip?.add === undefined ? [] : [flip.add])];
      expect(policyOf(changed).rule(question).effect).toBe(flip?.then);
    },
  );
});
