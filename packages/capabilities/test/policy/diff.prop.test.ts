import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { diffPolicies } from '../../src/policy/diff.js';
import { ask, CAPABILITIES, NOON, policyOf, someQuestion, someRules } from './rules.js';

describe('diffPolicies', () => {
  test.prop([someRules(5), someRules(5), fc.array(someQuestion, { minLength: 1, maxLength: 10 })])(
    'for every two policies and question: what is decided otherwise is listed, by the rules that decide',
    (one, other, questions) => {
      const [before, after] = [policyOf(one), policyOf(other)];
      const { differences, complete } = diffPolicies(before, after, CAPABILITIES);
      if (!complete) return;
      for (const question of questions) {
        const [was, is] = [before.rule(question), after.rule(question)];
        if (was.effect === is.effect) continue;
        const { name, version } = question.capability;
        const scopes = ['everyone', question.caller.principal];
        const listed = differences.filter(
          (entry) =>
            entry.capability === name && entry.version === version && scopes.includes(entry.scope),
        );
        expect(listed.map((entry) => [entry.before, entry.after])).toContainEqual([was, is]);
      }
    },
  );

  test.prop([someRules(5), someRules(5)])(
    'for every difference: the situation it shows is decided as it says',
    (one, other) => {
      const [before, after] = [policyOf(one), policyOf(other)];
      for (const entry of diffPolicies(before, after, CAPABILITIES).differences) {
        const capability = CAPABILITIES.find(
          ({ name, version }) => name === entry.capability && version === entry.version,
        );
        if (capability === undefined) throw new Error('a difference of no capability');
        const [hour = 0, minute = 0] = (entry.time ?? '00:00').split(':').map(Number);
        const question = ask(capability, {
          principal: entry.scope === 'everyone' ? 'person:ada' : entry.scope,
          target: entry.target,
          at: NOON + ((hour - 12) * 60 + minute) * 60_000,
          retrieved: entry.retrieved ?? false,
        });
        expect(before.rule(question)).toEqual(entry.before);
        expect(after.rule(question)).toEqual(entry.after);
      }
    },
  );
});
