import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

const at = (path) => join(ROOT, path);

// As in vitest.config.ts: the sources, so that nothing has to be built. Longer names come first.
const alias = [
  ['@sovereign/capabilities/node', 'packages/capabilities/src/node/index.ts'],
  [
    '@sovereign/capabilities/testing/arbitraries',
    'packages/capabilities/src/testing/arbitraries.ts',
  ],
  ['@sovereign/capabilities/testing', 'packages/capabilities/src/testing/index.ts'],
  ['@sovereign/capabilities', 'packages/capabilities/src/index.ts'],
  ['@sovereign/adapter-appliance', 'packages/adapter-appliance/src/index.ts'],
  ['@sovereign/adapter-sql', 'packages/adapter-sql/src/index.ts'],
  ['@sovereign/host', 'packages/host/src/index.ts'],
].map(([find, path]) => ({ find, replacement: at(path) }));

/** Runs TypeScript of this repository in this process, each module once. */
export async function openSources() {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'silent', // what goes wrong is thrown, and reported by whoever asked
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    resolve: { alias },
  });
  return {
    load: (path) => server.ssrLoadModule(at(path)),
    close: () => server.close(),
  };
}
