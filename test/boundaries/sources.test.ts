import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const sources = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(ROOT, folder, file), 'utf8')] as const);

describe('sources', () => {
  it('S1-105 S1-106 the confirmation table has one reader, and what was derived is read by one judge', () => {
    const core = sources('packages/capabilities/src');
    const readers = core
      .filter(
        ([file, text]) => /\bCONFIRMATION\s*\[/.test(text) && file !== 'contract/classification.ts',
      )
      .map(([file]) => file);
    expect(readers).toEqual(['contract/capability.ts']);
    const judges = core
      .filter(([, text]) => /\.confirmation === '(?:automatic|required)'/.test(text))
      .map(([file]) => file);
    // Stage 2 reads it for one thing only: how much a person could be asked to read.
    expect(judges.sort()).toEqual([
      'executor/automatic.ts',
      'executor/preview.ts',
      'executor/stages/validate.ts',
    ]);
  });

  it('S1-085 S1-156 the core knows no model, no prompt, and no service of a household', () => {
    const core = sources('packages/capabilities/src').filter(
      ([file]) => !file.startsWith('testing/'),
    );
    for (const [file, text] of core)
      expect([file, /pi-?hole|searxng|home[ _-]?assistant|openai|\bprompt\b/i.test(text)]).toEqual([
        file,
        false,
      ]);
  });

  it('S1-031 nothing is looked for at run time: the registry neither reads a folder nor imports on its own', () => {
    for (const [, text] of sources('packages/capabilities/src/registry'))
      expect(text).not.toMatch(/readdir|glob|import\s*\(|require\s*\(|node:fs/);
  });

  it('S1-034 S3-140 nothing adds to a registry: it has no way to', async () => {
    const { createRegistry } = await import('@sovereign/capabilities');
    const { fixtureCapability } = await import('@sovereign/capabilities/testing');
    const registry = createRegistry([]);
    expect(Object.keys(registry).sort()).toEqual(['capabilities', 'catalogue', 'describe', 'find']);
    expect(() => (registry.capabilities as unknown[]).push(fixtureCapability().capability)).toThrow(
      TypeError,
    );
    expect(() => Object.assign(registry, { find: () => fixtureCapability().capability })).toThrow(
      TypeError,
    );
  });
});
