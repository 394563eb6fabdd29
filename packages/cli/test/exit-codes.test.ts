import { readFileSync } from 'node:fs';
import { REJECTION_CODES, type Outcome, type RejectionCode } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import {
  EXIT,
  EXIT_MEANINGS,
  exitOfDesk,
  exitOfGrant,
  exitOfOutcome,
  exitOfRejection,
} from '../src/exit-codes.js';

// A pin: scripts rely on these numbers. Changing one is a new major version.
const CODES: Readonly<Record<RejectionCode, number>> = {
  unknown_capability: 66,
  stage_failed: 70,
  invalid_arguments: 65,
  target_mismatch: 65,
  invalid_caller: 65,
  locked: 77,
  denied_by_policy: 77,
  not_live: 77,
  principal_inactive: 77,
  turn_limit: 75,
  not_admitted: 77,
  cancelled: 75,
  confirmation_required: 80,
  would_ask: 80,
  too_many_pending: 80,
  declined: 81,
  confirmation_refused: 81,
  key_conflict: 75,
  audit_unavailable: 69,
  timed_out: 75,
  result_too_large: 75,
  invalid_result: 70,
  handler_failed: 70,
  worker_lost: 70,
  audit_failed: 69,
};

const EXITS: Readonly<Record<string, number>> = {
  completed: 0,
  usage: 64,
  invalid: 65,
  unresolved: 66,
  unavailable: 69,
  failed: 70,
  bounded: 75,
  denied: 77,
  configuration: 78,
  pending: 80,
  declined: 81,
};

const every = [...new Set<RejectionCode>(Object.values(REJECTION_CODES).flat())];

describe('exit codes', () => {
  it('are these numbers', () => {
    expect(EXIT).toEqual(EXITS);
  });

  it.each(every)('a rejection with %s has its number', (code) => {
    expect(EXIT[exitOfRejection(code)]).toBe(CODES[code]);
  });

  it.each(every)('an outcome that is unknown is 70, whatever its code is: %s', (code) => {
    const outcome: Outcome = { outcome: 'unknown', event: 'e', stage: 'execute', code };
    expect(EXIT[exitOfOutcome(outcome)]).toBe(70);
  });

  it('a code of a newer library is a failure, not a success', () => {
    expect(exitOfRejection('brand_new' as RejectionCode)).toBe('failed');
  });

  it('a decision that the desk did not take is never a success', () => {
    const table = {
      not_found: 81,
      not_a_decider: 77,
      disclosure_changed: 80,
      already_decided: 81,
      invalid_decision: 65,
      grant_without_effect: 65,
      modification_refused: 65,
      audit_failed: 69,
      desk_failed: 69,
    } as const;
    for (const [code, exit] of Object.entries(table))
      expect(EXIT[exitOfDesk(code as keyof typeof table)]).toBe(exit);
  });

  it.each(['invalid_decision', 'grant_without_effect'] as const)(
    'where %s, nothing happened, and that is known',
    (code) => {
      expect(EXIT[exitOfDesk(code)]).toBe(65);
      expect(EXIT[exitOfGrant(code)]).toBe(65);
    },
  );

  it('stand in the README as they are', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const [name, meaning] of Object.entries(EXIT_MEANINGS))
      expect(readme).toMatch(new RegExp(`\\| +${EXITS[name]} +\\| ${meaning} +\\|`));
  });
});
