// Who may import whom. Type imports count too: a type is knowledge as well.

const CORE = '^packages/capabilities/src';

/** Files of the core that only Node runs. */
const NODE_PARTS = [`${CORE}/node/`, `${CORE}/.+/node/`];

/** What a package shows to others. */
const PUBLIC = '^packages/[^/]+/src/(?:index|node/index|testing/index|testing/arbitraries)[.]ts$';

/** Small parts that the core bundles instead of depending on them; each stands in its notices. */
const BUNDLED = 'node_modules/@noble/hashes/';

/** Production sources: tests and build settings may look at more. */
const SOURCES = '^(?:packages|examples)/[^/]+/src/';

/** Packages from the lowest to the highest. An adapter stands beside the other adapters. */
const PACKAGE_LEVELS = [['capabilities'], ['adapter-[^/]+'], ['host'], ['cli']];

/** Folders of the core from the lowest to the highest. */
const CORE_LEVELS = [
  ['internal'],
  ['powers'], // what a handler can be lent: a contract names it
  ['contract'],
  ['registry', 'policy', 'confirmation', 'grants', 'audit', 'store'],
  ['desks'], // where persons decide: what they are shown and answer, of all of these
  ['bounds'],
  ['executor'],
];

const anyOf = (names) => `(?:${names.join('|')})`;

/** One rule per level: nothing of it knows anything of the levels above. */
const looksOnlyDown = (levels, nameOf, pathOf, comment) =>
  levels.slice(0, -1).map((level, index) => ({
    name: nameOf(level),
    comment,
    severity: 'error',
    from: { path: pathOf(level) },
    to: { path: pathOf(levels.slice(index + 1).flat()) },
  }));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one idea in two places, or a missing third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[.]handler[.]js$' },
    },
    {
      name: 'no-undeclared-packages',
      comment:
        'What published code imports stands in its own package.json, and not among the development dependencies.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer', 'type-only'],
        pathNot: BUNDLED,
      },
    },

    // Between packages.
    ...looksOnlyDown(
      PACKAGE_LEVELS,
      (level) => `${level[0].replace('-[^/]+', 's')}-knows-nothing-above`,
      (names) => `^packages/${anyOf(names)}/src/`,
      'Packages depend one way: capabilities, adapters, host, cli, examples.',
    ),
    {
      name: 'packages-know-no-examples',
      comment: 'Examples show packages; nothing depends on them.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^examples/' },
    },
    {
      name: 'adapters-do-not-meet',
      comment: 'Only a host wires adapters together.',
      severity: 'error',
      from: { path: '^packages/(adapter-[^/]+)/' },
      to: { path: '^packages/adapter-[^/]+/', pathNot: '^packages/$1/' },
    },
    {
      name: 'only-through-public-entries',
      comment: 'Another package is what its entry points export.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/[^/]+/', pathNot: ['^packages/$1/', PUBLIC] },
    },
    {
      name: 'examples-only-through-public-entries',
      comment: 'An example shows what a reader can write too.',
      severity: 'error',
      from: { path: '^(?:examples|docs)/' },
      to: { path: '^packages/[^/]+/', pathNot: PUBLIC },
    },
    {
      name: 'examples-do-not-meet',
      comment: 'A story repeats its wiring in full: the repetition is the lesson.',
      severity: 'error',
      from: { path: '^examples/([^/]+)/' },
      to: { path: '^examples/[^/]+/', pathNot: '^examples/$1/' },
    },
    {
      name: 'sources-know-no-tests',
      comment: 'Tests look at sources, never the other way round.',
      severity: 'error',
      from: { path: SOURCES },
      to: { path: ['^test/', '^packages/[^/]+/test/', '^examples/[^/]+/test/'] },
    },
    {
      name: 'testing-tools-stay-in-testing',
      comment: 'fast-check is an optional peer, which only the testing entry may need.',
      severity: 'error',
      from: { path: SOURCES, pathNot: `${CORE}/testing/` },
      to: { path: 'node_modules/(?:fast-check|@fast-check/vitest|vitest)/' },
    },

    // Inside the core.
    ...looksOnlyDown(
      [...CORE_LEVELS, ['testing', 'node']],
      (level) => `${level.length > 1 ? 'middle' : level[0]}-looks-only-down`,
      (names) => `${CORE}/${anyOf(names)}/`,
      'internal, powers, contract, the middle folders, bounds, executor: each knows only what lies below it.',
    ),
    {
      name: 'nothing-imports-the-index',
      comment: 'An index is for other packages; inside, a file names the file it means.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: {
        path: [
          '^packages/$1/src/index[.]ts$',
          '^packages/$1/src/node/index[.]ts$',
          '^packages/$1/src/testing/index[.]ts$',
          '^packages/$1/src/testing/arbitraries[.]ts$',
        ],
      },
    },
    {
      name: 'middle-folders-do-not-meet',
      comment:
        'Registry, policy, confirmation, grants and audit do not know each other; the executor brings them together.',
      severity: 'error',
      from: { path: `${CORE}/(registry|policy|confirmation|grants|audit)/` },
      to: {
        path: `${CORE}/(?:registry|policy|confirmation|grants|audit|store)/`,
        pathNot: `${CORE}/$1/`,
      },
    },
    {
      name: 'store-takes-only-types',
      comment:
        'A store keeps what its neighbours decide: it knows their shapes and none of their code.',
      severity: 'error',
      from: { path: `${CORE}/store/` },
      to: {
        path: `${CORE}/(?:confirmation|grants|audit|policy)/`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'store-knows-no-registry-or-powers',
      comment: 'What may be done, and with what, is not kept in a store.',
      severity: 'error',
      from: { path: `${CORE}/store/` },
      to: { path: `${CORE}/(?:registry|powers)/` },
    },
    {
      name: 'stages-do-not-meet',
      comment: 'A stage knows the evidence of the stages before it, never the stages themselves.',
      severity: 'error',
      from: { path: `${CORE}/executor/stages/([^/]+)[.]ts$` },
      to: { path: `${CORE}/executor/stages/`, pathNot: `${CORE}/executor/stages/$1[.]ts$` },
    },
    {
      name: 'core-runs-in-browsers',
      comment: "Node's modules are imported in the node folders only.",
      severity: 'error',
      from: { path: `${CORE}/`, pathNot: NODE_PARTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-node-parts',
      comment:
        'What a browser loads leads to no file of the node folders; testing fixtures are for Node as well.',
      severity: 'error',
      from: { path: `${CORE}/`, pathNot: [...NODE_PARTS, `${CORE}/testing/`] },
      to: { path: NODE_PARTS },
    },
    {
      name: 'pure-folders-stay-pure',
      comment:
        "Contracts, policy and evidence read no clock and draw no number: both arrive as arguments. (Globals are the linter's.)",
      severity: 'error',
      from: { path: [`${CORE}/contract/`, `${CORE}/policy/`, `${CORE}/executor/evidence[.]ts$`] },
      to: {
        path: 'node_modules/',
        pathNot: 'node_modules/(?:typebox|re2js)/',
      },
    },
    {
      name: 'core-needs-three-packages',
      comment: 'typebox, eventemitter3 and re2js; fast-check for the testing entry.',
      severity: 'error',
      from: { path: `${CORE}/` },
      to: {
        path: 'node_modules/',
        pathNot: ['node_modules/(?:typebox|eventemitter3|re2js|fast-check|@types)/', BUNDLED],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/[.]vitepress/(?:cache|dist)/', '^test/[.]long/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
