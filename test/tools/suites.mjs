import { build } from './build.mjs';
import { changeset } from './checks/changeset.mjs';
import { licences } from './checks/licences.mjs';
import { mirror } from './checks/mirror.mjs';
import { postgres } from './checks/postgres.mjs';
import { unit } from './checks/unit.mjs';
import { check } from './outcome.mjs';
import { runScript } from './scripts.mjs';

const script = (name, options) => async () => check(await runScript(name, options));

/**
 * Everything `npm test` checks, in the order it does: the quick and the telling first. `needs` names
 * a suite that must have passed. A module that is dear to load is loaded by the suite that needs it.
 */
export const SUITES = [
  { name: 'format', run: script('format') },
  { name: 'lint', run: script('lint') },
  { name: 'layers', run: script('layers') },
  { name: 'mirror', run: mirror },
  { name: 'types', run: script('types') },
  { name: 'dead-code', run: script('dead-code') },
  { name: 'unit', run: unit },
  { name: 'postgres', run: postgres },
  { name: 'build', run: async () => check(await build()) },
  {
    name: 'api-report',
    needs: 'build',
    run: async () => (await import('./checks/api-report.mjs')).apiReport(),
  },
  {
    name: 'packages',
    needs: 'build',
    run: async () => (await import('./checks/packages.mjs')).packages(),
  },
  {
    name: 'packed',
    needs: 'build',
    run: async () => (await import('./checks/packed.mjs')).packed(),
  },
  { name: 'licences', needs: 'build', run: licences },
  { name: 'docs-snippets', run: script('docs:check') },
  { name: 'docs-site', run: script('build', { folder: 'docs' }) },
  { name: 'changeset', run: changeset },
];
