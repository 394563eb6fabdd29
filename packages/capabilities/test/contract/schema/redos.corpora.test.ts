import { describe, expect } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import type { AcceptedSchema } from '../../../src/contract/schema/accept-schema.js';
import { accept } from './accepting.js';
import { corpusTest, read } from './corpora.js';

interface Entry {
  readonly source: string;
  readonly recheck: {
    readonly status: string;
    readonly attack_string?: string;
    readonly attack?: {
      readonly pumps: readonly {
        readonly prefix: string;
        readonly pump: string;
        readonly bias: number;
      }[];
      readonly suffix: string;
      readonly base: number;
    };
  };
}

/** The longest text a pattern is offered with: the limit that is written in where none is stated. */
const MAX_LENGTH = 4_096;

/** The attack as it was found, and the longest one that `maxLength` lets through. */
function attacksOn({ recheck }: Entry): readonly string[] {
  const { attack, attack_string: found } = recheck;
  if (attack === undefined) return found === undefined ? [] : [found];
  const build = (base: number): string =>
    attack.pumps
      .map(({ prefix, pump, bias }) => prefix + pump.repeat(Math.max(0, base + bias)))
      .join('') + attack.suffix;
  let base = attack.base;
  while (base > 0 && build(base).length > MAX_LENGTH) base = Math.floor(base * 0.9);
  return [build(attack.base), build(base), ...(found === undefined ? [] : [found])];
}

/** Texts that are hard for many patterns at once. */
const HOSTILE = [
  'a',
  'ab',
  'aab',
  ' ',
  'x',
  '0',
  'a1',
  '.',
  '-',
  '/',
  '=',
  '"',
  '\\',
  '<',
  '\n',
].flatMap((part) => {
  const text = part.repeat(Math.floor((MAX_LENGTH - 1) / part.length));
  return [text, `${text}!`, `${text}\u0000`];
});

describe('the catastrophic patterns', () => {
  corpusTest(
    'redos',
    'bar-21: each is refused at registration, or every attack on it ends at once',
    async () => {
      const tally = { refused: 0, native: 0, linear: 0, attacked: 0 };
      const slowest = { ms: 0, source: '' };
      for (const entry of read('redos/patterns.json') as readonly Entry[]) {
        let accepted: AcceptedSchema;
        try {
          accepted = accept({ type: 'string', pattern: entry.source, maxLength: MAX_LENGTH });
        } catch (fault) {
          expect(ContractError.is(fault)).toBe(true);
          tally.refused += 1;
          continue;
        }
        tally[accepted.ready === undefined ? 'native' : 'linear'] += 1;
        await accepted.ready?.();
        const attacks = attacksOn(entry);
        if (attacks.length > 0) tally.attacked += 1;
        for (const text of [...attacks, ...HOSTILE]) {
          const started = performance.now();
          accepted.check(text);
          const ms = performance.now() - started;
          if (ms > slowest.ms) Object.assign(slowest, { ms, source: entry.source });
        }
      }
      console.log('slowest attack', slowest, tally);
      expect(slowest.ms).toBeLessThan(500);
      expect(tally).toEqual({ refused: 67, native: 62, linear: 75, attacked: 41 });
    },
  );

  corpusTest('redos', 'bar-21: a pattern that runs decides as JavaScript does', async () => {
    const texts = [
      '',
      'a',
      'ab',
      'aaa',
      'a b',
      '1',
      'A',
      '\n',
      'é',
      '😀',
      'foo@example.org',
      '<a href="x">',
      '-1.5e3',
    ];
    for (const { source } of read('redos/patterns.json') as readonly Entry[]) {
      let accepted: AcceptedSchema;
      try {
        accepted = accept({ type: 'string', pattern: source, maxLength: MAX_LENGTH });
      } catch {
        continue;
      }
      await accepted.ready?.();
      const native = new RegExp(source, 'u');
      expect([source, texts.map(accepted.check)]).toEqual([
        source,
        texts.map((text) => native.test(text)),
      ]);
    }
  });
});
