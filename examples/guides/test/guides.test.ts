import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shows as audit } from '../src/audit.js';
import { shows as confirmation } from '../src/confirmation.js';
import { shows as contract } from '../src/contract.js';
import { shows as database } from '../src/database.js';
import { shows as embedding } from '../src/embedding.js';
import { shows as executor } from '../src/executor.js';
import { shows as first } from '../src/first.js';
import { shows as grants } from '../src/grants.js';
import { shows as policy } from '../src/policy.js';
import { shows as powers } from '../src/powers.js';
import { shows as rules } from '../src/rules.js';

// What the pages claim of the examples they quote. That a page quotes what an example shows is for
// `pnpm docs:check`.

describe('the front page', () => {
  it('S1-063: asks a person, and shows the whole request', () => {
    expect(first.answer).toMatch(/^pending at confirm: confirmation_required\n/);
    expect(first.answer).toContain('Arguments: {"on":true}');
  });
});

describe('the guide of the contract', () => {
  it('shows every limit that was written in, with its place', () => {
    expect(contract.tightened.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
      ' additionalProperties',
      '/properties/words maxItems',
      '/properties/words/items maxLength',
      '/properties/since maxLength',
    ]);
  });

  it('shows refusals that name the place and the remedy, and one pattern that is accepted', () => {
    const lines = contract.refusals.split('\n');
    expect(lines.filter((line) => line === 'accepted')).toHaveLength(1);
    for (const line of lines) expect(line).toMatch(/^(?:accepted$|`note[.]find`: )/);
  });

  it('S1-155: says that classification follows where data goes, and has a checklist for reviews', () => {
    const page = readFileSync(new URL('../../../docs/guides/contract.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## Classification\n');
    expect(section).toContain('`network` follows where data goes');
    expect(section).toMatch(/### Review checklist\n[^#]*\n1[.] [*][*]Where does data go[?]/);
  });

  it('S1-170, S1-171: an old version serves while it is kept, and is unknown once it is dropped', () => {
    expect(contract.versions).toMatchObject({
      both: { outcome: 'completed' },
      dropped: { stage: 'resolve', code: 'unknown_capability' },
    });
  });
});

describe('the guide of confirmation', () => {
  it('S1-066, S1-067, S1-068: one yes, for one request, once; and a claim of a yes is none', () => {
    expect(confirmation.answer).toMatchObject({ outcome: 'completed', result: { sent: true } });
    expect(confirmation.again).toMatchObject({ code: 'confirmation_refused' });
    expect(confirmation.others).toMatchObject({
      notTheSame: { code: 'confirmation_refused' },
      sayingSo: { code: 'invalid_arguments' },
    });
  });

  it('S1-071: a no is told to whoever asked', () => {
    expect(confirmation.decisions).toEqual({
      byBob: 'not_a_decider',
      unseen: 'disclosure_changed',
      declined: 'decided',
    });
    expect(confirmation.told).toMatchObject({ code: 'declined', note: 'Tell me yourself.' });
  });

  it('resumes what was asked, by its id alone', () => {
    expect(confirmation.resumed).toMatchObject({ outcome: 'completed' });
  });

  it('shows where words came from', () => {
    expect(confirmation.disclosure).toContain('Argument /text came from web (low trust)');
  });
});

describe('the guide of the executor', () => {
  it('shows each of the four outcomes', () => {
    expect(executor.told).toMatch(/^It is done.*\nRefused at validate.*\nRefused at execute/);
    expect(executor.told).toMatch(/A person is asked.*\nIt was begun/);
    expect(executor.unknown).toMatchObject({ outcome: 'unknown', code: 'timed_out' });
  });

  it('runs once under one key', () => {
    expect(executor.key).toMatchObject({
      ran: 1,
      second: { outcome: 'completed', recorded: true },
      other: { code: 'key_conflict' },
    });
  });

  it('S1-074: counts within a turn', () => {
    expect(executor.turn.split('\n').at(-1)).toBe('Refused at policy: turn_limit.');
  });

  it('previews without doing', () => {
    expect(executor.preview).toMatchObject({ decision: 'ask', structural: true });
  });
});

describe('the guide of policy', () => {
  it('S1-061: what is switched off is refused at policy, and what is on is still confirmed', () => {
    expect(policy.rulings).toContain('off   policy: denied_by_policy');
    expect(policy.rulings).toContain('on    confirm: confirmation_required');
    expect(policy.rulings).toMatch(/sudo_shell +policy: locked/);
  });

  it('S1-157: the policy in force is one call away', () => {
    expect(policy.described).toEqual({ revision: 2, external_enabled: true });
  });
});

describe('the guide of powers', () => {
  it('reads the one file that is lent, and says its own word where it is not there', () => {
    expect(powers.missing).toMatchObject({ code: 'handler_failed', reason: 'no_list' });
    expect(powers.listed).toMatchObject({ result: { items: ['milk', 'bread'] }, trust: 'low' });
    expect(powers.notes).toEqual([{ word: 'list_read', facts: { items: 2 } }]);
  });
});

describe('the guide of the audit', () => {
  it('S1-122: holds no content', () => {
    expect(audit.holdsNoContent).toBe('no word of the note is in the log');
  });

  it('finds what was edited, and what was cut off only with an anchor', () => {
    expect(audit.verified.split('\n').map((line) => line.slice(32))).toEqual([
      'nothing',
      'edited at line 2, truncated at line 3',
      'nothing',
      'truncated at line 2',
    ]);
  });

  it('says what verification cannot know', () => {
    expect(audit.limits.map(({ code }) => code)).toEqual(['never_recorded', 'tail_unanchored']);
  });
});

describe('the guide of embedding', () => {
  it('starts without isolation only when that is said, and the audit says so too', () => {
    expect(embedding.refusal).toContain("write `isolation: 'best-effort'` and accept it");
    expect(embedding.noted).toMatchObject({ code: 'isolation_best_effort' });
  });

  it('S1-086: a button goes through the same door', () => {
    expect(embedding.pressed).toBe('pending');
    expect(embedding.seen.split('\n').at(-1)).toBe('settled: pending');
  });
});

describe('the guides of rules and grants', () => {
  it('S3-267 rules are ranked, explained, compared and summed up for a mind', () => {
    expect(rules.rules).toEqual(['nobody-at-night: deny, final', 'muse-asks-about-banks: ask']);
    expect(rules.named).toEqual(['muse-asks-about-banks', 'nobody-at-night']);
    expect(rules.diff).toEqual({ complete: true, some: true });
    expect(rules.outlook).toEqual([
      'names.lookup: depends, by muse-asks-about-banks, nobody-at-night',
    ]);
  });

  it('S3-243 what was granted is what the person left of it, until she takes it back', () => {
    expect(grants.scope).toContain('Target: "web-1"');
    expect(grants.outcomes.split('\n').map((line) => line.split(/ {2,}/)[1])).toEqual([
      'completed',
      'pending',
      'pending',
    ]);
  });

  it('S1-158 rules are kept in a database, from their revision 0 on', () => {
    expect(database).toEqual({ revision: 0 });
  });
});
