import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
    logLevel: 'Error',
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the reference could not be made');
  for (const module of project.children ?? []) {
    if (!Object.hasOwn(ENTRIES, module.name)) throw new Error(`no name for \`${module.name}\``);
    module.name = ENTRIES[module.name][1];
  }
  await app.generateOutputs(project);
}
