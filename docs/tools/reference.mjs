import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Application } from 'typedoc';
import { load as markdown } from 'typedoc-plugin-markdown';
import { load as vitepress } from 'typedoc-vitepress-theme';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

const DOCS = join(ROOT, 'docs');
const OUT = join(DOCS, 'reference', 'api');

/** By what TypeDoc makes of its path: each entry point, and what its page is called. */
const ENTRIES = {
  'capabilities/src': ['packages/capabilities/src/index.ts', 'capabilities'],
  'capabilities/src/node': ['packages/capabilities/src/node/index.ts', 'capabilities-node'],
  'capabilities/src/testing': [
    'packages/capabilities/src/testing/index.ts',
    'capabilities-testing',
  ],
  'capabilities/src/testing/arbitraries': [
    'packages/capabilities/src/testing/arbitraries.ts',
    'capabilities-testing-arbitraries',
  ],
  'adapter-sql/src': ['packages/adapter-sql/src/index.ts', 'adapter-sql'],
  'host/src': ['packages/host/src/index.ts', 'host'],
};

/**
 * Writes the reference of the public names, from their comments and types, a page per entry point.
 * It is written for every build, and is not part of the repository.
 */
export async function writeReference() {
  await rm(OUT, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    plugin: [markdown, vitepress],
    entryPoints: Object.values(ENTRIES).map(([path]) => join(ROOT, path)),
    tsconfig: join(DOCS, 'tools', 'tsconfig.reference.json'),
    name: 'Public names',
    out: OUT,
    docsRoot: DOCS,
    readme: 'none',
    router: 'module',
    entryFileName: 'index',
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    validation: { notExported: false, invalidLink: false, notDocumented: false },
    skipErrorChecking: true,
    sidebar: { autoConfiguration: false },
    logLevel: 'Error',
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the reference could not be made');
  for (const module of project.children ?? []) {
    if (!Object.hasOwn(ENTRIES, module.name)) throw new Error(`no name for \`${module.name}\``);
    module.name = ENTRIES[module.name][1];
  }
  await app.generateOutputs(project);
  await tidy();
}

/** As every other file of the repository, so that the check of formats has nothing to say. */
async function tidy() {
  const config = await resolveConfig(join(ROOT, 'README.md'));
  for (const file of await readdir(OUT)) {
    const text = await readFile(join(OUT, file), 'utf8');
    await writeFile(join(OUT, file), await format(text, { ...config, parser: 'markdown' }));
  }
}
