import { readdirSync, existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

const at = (path: string): string => `${root}/${path}`;

// Tests run against the sources, so none needs a build. Longer names come first: an alias matches
// by prefix.
const sources = {
  '@sovereign/capabilities/node': at('packages/capabilities/src/node/index.ts'),
  '@sovereign/capabilities/testing/arbitraries': at(
    'packages/capabilities/src/testing/arbitraries.ts',
  ),
  '@sovereign/capabilities/testing': at('packages/capabilities/src/testing/index.ts'),
  '@sovereign/capabilities': at('packages/capabilities/src/index.ts'),
  '@sovereign/adapter-appliance': at('packages/adapter-appliance/src/index.ts'),
  '@sovereign/adapter-sql': at('packages/adapter-sql/src/index.ts'),
  '@sovereign/host': at('packages/host/src/index.ts'),
  '@sovereign/cli': at('packages/cli/src/index.ts'),
};

const isLong = process.env['SOVEREIGN_LONG'] !== undefined;

const CORPORA = '**/*.corpora.test.ts';
const POSTGRES = '**/*.postgres.test.ts';
const NEVER = ['**/node_modules/**', '**/dist/**'];

// Each project names its own alias: one set at the root does not reach the projects.
const project = (name: string, folder: string, include: string[], exclude: string[]) => ({
  resolve: { alias: sources },
  test: {
    name,
    root: at(folder),
    include,
    exclude: [...NEVER, ...exclude],
    setupFiles: [at('test/tools/fast-check-setup.ts')],
    // A long run tries each law thousands of times.
    testTimeout: isLong ? 600_000 : 10_000,
  },
});

const foldersOf = (parent: string): string[] =>
  readdirSync(at(parent), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && existsSync(at(`${parent}/${entry.name}/package.json`)),
    )
    .map((entry) => entry.name)
    .sort();

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      ...foldersOf('packages').map((name) =>
        project(name, `packages/${name}`, ['test/**/*.test.ts'], [CORPORA, POSTGRES]),
      ),
      project('examples', 'examples', ['*/test/**/*.test.ts', 'guides/**/*.test.ts'], [CORPORA]),
      project('workspace', 'test', ['**/*.test.ts'], [CORPORA, 'engines/**', 'bench/**']),
      // Suites that need a PostgreSQL server: SOVEREIGN_POSTGRES says where one is.
      project('postgres', 'packages', [`*/test/${POSTGRES}`], []),
      // Suites over third-party data that is not part of the repository.
      project('corpora', '.', [`packages/*/test/${CORPORA}`, `test/${CORPORA}`], []),
    ],
  },
});
