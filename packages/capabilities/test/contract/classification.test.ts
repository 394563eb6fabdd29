import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CONFIRMATION,
  derivedRuling,
  stricter,
  STRICTNESS,
  type Confirmation,
  type Effect,
  type Network,
  type SideEffect,
} from '../../src/contract/classification.js';

const SRC = join(import.meta.dirname, '../../src');

/** Every source file with its text, comments aside. */
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({
    path,
    code: readFileSync(join(SRC, path), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*/g, ''),
  }));

const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ code }) => pattern.test(code))
    .map(({ path }) => path)
    .sort();

describe('the confirmation table', () => {
  const rows: readonly (readonly [SideEffect, Network, Confirmation, Effect])[] = [
    ['read_only', 'local', 'automatic', 'allow'],
    ['read_only', 'external', 'required', 'ask'],
    ['mutating', 'local', 'required', 'ask'],
    ['mutating', 'external', 'required', 'ask'],
  ];

  it.each(rows)(
    'S1-100 S1-101 S1-102 S1-103 for %s and %s says %s, and %s where no rule speaks',
    (sideEffect, network, confirmation, effect) => {
      expect(CONFIRMATION[sideEffect][network]).toBe(confirmation);
      expect(derivedRuling(sideEffect, network)).toBe(effect);
    },
  );

  it('S1-104 has four entries, one of them automatic', () => {
    const entries = Object.values(CONFIRMATION).flatMap((row) => Object.values<Confirmation>(row));
    expect(entries).toHaveLength(4);
    expect(entries.filter((entry) => entry === 'automatic')).toHaveLength(1);
  });

  it('S1-105 cannot be changed while the program runs', () => {
    const table = CONFIRMATION as Record<SideEffect, Record<Network, Confirmation>>;
    expect(() => {
      table.mutating.local = 'automatic';
    }).toThrow(TypeError);
    expect(() => {
      table.read_only = { local: 'automatic', external: 'automatic' };
    }).toThrow(TypeError);
    expect(CONFIRMATION.mutating.local).toBe('required');
  });

  it('S1-105 S1-106 is looked up in one place for a capability, and is nowhere else a question', () => {
    // A look-up is an index; `contract-faults` asks only which words the axes have.
    expect(filesWith(/\bCONFIRMATION\s*\[/)).toEqual([
      'contract/capability.ts',
      'contract/classification.ts',
    ]);
    expect(filesWith(/\bCONFIRMATION\b/)).toEqual([
      'contract/capability.ts',
      'contract/classification.ts',
      'contract/contract-faults.ts',
      'index.ts',
    ]);
    const faults = sources.find(({ path }) => path === 'contract/contract-faults.ts')?.code ?? '';
    const uses = faults.replace(/import [\s\S]*?;/g, '').match(/.*\bCONFIRMATION\b.*/g) ?? [];
    expect(uses.every((line) => /Object\.hasOwn\(CONFIRMATION(?:\.read_only)?, /.test(line))).toBe(
      true,
    );
    expect(uses).toHaveLength(2);
  });

  it('S1-105 decides in one place what a capability’s `confirmation` means', () => {
    const readers = filesWith(/(?<!intake|proposal)\??\.confirmation\b/);
    // `preview` reports it, and `validate` refuses what would be too long to read before a yes.
    expect(readers).toEqual([
      'executor/automatic.ts',
      'executor/preview.ts',
      'executor/stages/validate.ts',
    ]);
    expect(filesWith(/\.confirmation === 'automatic'/)).toEqual(['executor/automatic.ts']);
  });
});

describe('stricter', () => {
  const effects: readonly Effect[] = ['allow', 'ask', 'deny'];
  const pairs = effects.flatMap((one) => effects.map((other) => [one, other] as const));

  it.each(pairs)('of %s and %s gives one of the two, and never the looser', (one, other) => {
    const result = stricter(one, other);
    expect([one, other]).toContain(result);
    expect(effects.indexOf(result)).toBe(Math.max(effects.indexOf(one), effects.indexOf(other)));
    expect(stricter(other, one)).toBe(result);
  });

  it('orders every effect, and its order cannot be changed', () => {
    expect(STRICTNESS).toEqual({ allow: 0, ask: 1, deny: 2 });
    expect(Object.isFrozen(STRICTNESS)).toBe(true);
  });
});
