import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(SRC, name));
const handlers = sources.filter((path) => path.endsWith('.handler.ts'));

/** What a file imports at run time, types aside. */
const importsOf = (path: string): readonly string[] =>
  [
    ...readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)(?! type\b)[^;]*?from '([^']+)';|import\((.*?)\)/gms,
    ),
  ].map(([, from, dynamic]) => from ?? dynamic ?? '');

/** A handler and every file of ours that is bundled with it. */
function bundleOf(handler: string): readonly string[] {
  const bundle = new Set([handler]);
  for (const path of bundle)
    for (const from of importsOf(path).filter((name) => name.startsWith('.')))
      bundle.add(join(dirname(path), from.replace(/\.js$/, '.ts')));
  return [...bundle];
}

/** Without comments and texts, so that only code is judged. */
const codeOf = (path: string): string =>
  readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");

describe('handlers', () => {
  it('are four, each beside its contract', () => {
    expect(handlers.map((path) => relative(SRC, path)).sort()).toEqual([
      'host/host.disk.usage.handler.ts',
      'host/host.memory.status.handler.ts',
      'host/host.process.list.handler.ts',
      'system/system.health.handler.ts',
    ]);
    for (const path of handlers) expect(sources).toContain(path.replace('.handler.ts', '.ts'));
  });

  it.each(handlers.map((path) => [relative(SRC, path), path]))(
    '%s reaches out through its powers alone, and so does all it is bundled with',
    (_, handler) => {
      for (const path of bundleOf(handler)) {
        const foreign = importsOf(path).filter((name) => !name.startsWith('.'));
        expect(foreign.filter((name) => name !== '@sovereign/capabilities')).toEqual([]);
        expect(codeOf(path)).not.toMatch(
          /\b(?:fetch|process\s*\.|require|globalThis|Date\s*\.\s*now|new Date\(\)|Math\s*\.\s*random|setTimeout|setInterval|eval|Function|WebSocket|XMLHttpRequest|performance|crypto|import\s*\()/,
        );
      }
    },
  );

  it('carry no contract, and so no schema library, with them', () => {
    for (const handler of handlers)
      expect(bundleOf(handler).filter((path) => importsOf(path).includes('typebox'))).toEqual([]);
  });
});

describe('the whole adapter', () => {
  it('S3-114 imports no way to start a process, and no module of Node at all', () => {
    for (const path of sources)
      expect(importsOf(path).filter((name) => /child_process|^node:|cluster/.test(name))).toEqual(
        [],
      );
  });
});
