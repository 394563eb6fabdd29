import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The layer checker, shown files that break its rules on purpose: a rule that cannot fail protects
// nothing. The files are never run.

const ROOT = dirname(dirname(import.meta.dirname));
const CORE = 'packages/capabilities/src';

/** Each rule with a file that breaks it, and the line that does. */
const BROKEN = {
  'no-cycles': [`${CORE}/audit/chain.ts`, "import type {} from './ring.js';"],
  'no-undeclared-packages': [`${CORE}/audit/undeclared.ts`, "import 'eventemitter3';"],
  'no-unresolvable': [`${CORE}/audit/lost.ts`, "import './gone.js';"],
  'capabilities-knows-nothing-above': [
    `${CORE}/executor/up.ts`,
    "import type {} from '../../../host/src/index.js';",
  ],
  'adapters-knows-nothing-above': [
    'packages/adapter-one/src/up.ts',
    "import type {} from '../../host/src/index.js';",
  ],
  'packages-know-no-examples': [
    'packages/host/src/demo.ts',
    "import '../../../examples/demo/src/main.js';",
  ],
  'adapters-do-not-meet': [
    'packages/adapter-one/src/meets.ts',
    "import type {} from '../../adapter-two/src/index.js';",
  ],
  'only-through-public-entries': [
    'packages/host/src/inside.ts',
    "import type {} from '../../capabilities/src/contract/bounds.js';",
  ],
  'examples-only-through-public-entries': [
    'examples/demo/src/inside.ts',
    "import type {} from '../../../packages/capabilities/src/contract/bounds.js';",
  ],
  'sources-know-no-tests': [`${CORE}/audit/tested.ts`, "import '../../test/fixture.js';"],
  'internal-looks-only-down': [
    `${CORE}/internal/up.ts`,
    "import type {} from '../contract/bounds.js';",
  ],
  'powers-looks-only-down': [
    `${CORE}/powers/up.ts`,
    "import type {} from '../contract/bounds.js';",
  ],
  'contract-looks-only-down': [
    `${CORE}/contract/up.ts`,
    "import type {} from '../executor/evidence.js';",
  ],
  'middle-looks-only-down': [
    `${CORE}/registry/up.ts`,
    "import type {} from '../bounds/runner.js';",
  ],
  'bounds-looks-only-down': [
    `${CORE}/bounds/up.ts`,
    "import type {} from '../executor/evidence.js';",
  ],
  'nothing-imports-the-index': [`${CORE}/audit/public.ts`, "import type {} from '../index.js';"],
  'middle-folders-do-not-meet': [
    `${CORE}/policy/meets.ts`,
    "import type {} from '../audit/sink.js';",
  ],
  'store-takes-only-types': [`${CORE}/store/runs.ts`, "import '../audit/sink.js';"],
  'store-knows-no-registry-or-powers': [
    `${CORE}/store/knows.ts`,
    "import type {} from '../registry/registry.js';",
  ],
  'stages-do-not-meet': [
    `${CORE}/executor/stages/confirm.ts`,
    "import type {} from './validate.js';",
  ],
  'core-runs-in-browsers': [`${CORE}/confirmation/hash.ts`, "import type {} from 'node:crypto';"],
  'core-knows-no-node-parts': [`${CORE}/bounds/local.ts`, "import './node/process.js';"],
  'pure-folders-stay-pure': [`${CORE}/policy/emits.ts`, "import 'eventemitter3';"],
  'core-needs-three-packages': [`${CORE}/audit/extra.ts`, "import 'vitest';"],
} as const;

/** Files that keep every rule. */
const SOUND = {
  [`${CORE}/index.ts`]: "export type {} from './executor/evidence.js';",
  [`${CORE}/internal/freeze.ts`]: 'export {};',
  [`${CORE}/contract/bounds.ts`]: "import '../internal/freeze.js';\nimport 'typebox';",
  [`${CORE}/registry/registry.ts`]: "import '../contract/bounds.js';",
  [`${CORE}/audit/sink.ts`]: "import '../contract/bounds.js';",
  [`${CORE}/audit/ring.ts`]: "import type {} from './chain.js';",
  [`${CORE}/store/store.ts`]: "import type {} from '../audit/sink.js';",
  [`${CORE}/bounds/runner.ts`]: "import '../contract/bounds.js';",
  [`${CORE}/bounds/node/process.ts`]: "import 'node:child_process';\nimport '../runner.js';",
  [`${CORE}/executor/evidence.ts`]: "import '../contract/bounds.js';",
  [`${CORE}/executor/executor.ts`]: "import './stages/validate.js';\nimport '../audit/sink.js';",
  [`${CORE}/executor/stages/validate.ts`]: "import '../evidence.js';",
  [`${CORE}/node/index.ts`]: "export {} from '../bounds/node/process.js';\nimport 'node:fs';",
  [`${CORE}/testing/index.ts`]: "import '../executor/executor.js';\nimport 'fast-check';",
  'packages/capabilities/test/fixture.ts': "import '../src/internal/freeze.js';",
  'packages/adapter-one/src/index.ts': "import '@sovereign/capabilities';",
  'packages/adapter-two/src/index.ts': "import '@sovereign/capabilities';",
  'packages/host/src/index.ts':
    "import '@sovereign/capabilities';\nimport '../../adapter-one/src/index.js';",
  'examples/demo/src/main.ts': "import '@sovereign/capabilities';",
};

let folder: string;
let violations: { from: string; rule: { name: string } }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sovereign-layers-'));
  await copyFile(join(ROOT, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'));
  const paths = { '@sovereign/capabilities': [`./${CORE}/index.ts`] };
  const compilerOptions = { module: 'nodenext', target: 'es2023', paths };
  await write('tsconfig.json', JSON.stringify({ compilerOptions }));
  await write('package.json', JSON.stringify({ name: 'fixture', type: 'module' }));
  const declared = { dependencies: { typebox: '*' }, peerDependencies: { 'fast-check': '*' } };
  await write('packages/capabilities/package.json', JSON.stringify(declared));
  for (const name of ['typebox', 'eventemitter3', 'fast-check', 'vitest']) {
    const manifest = { name, type: 'module', exports: './index.js' };
    await write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    await write(`node_modules/${name}/index.js`, 'export {};');
  }
  for (const [path, text] of Object.entries(SOUND)) await write(path, `${text}\n`);
  for (const [path, text] of Object.values(BROKEN)) await write(path, `${text}\n`);
  violations = await cruise();
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function cruise(): Promise<typeof violations> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const args = ['--config', '.dependency-cruiser.cjs', '-T', 'json', 'packages', 'examples'];
  return new Promise((resolve, reject) => {
    // It exits with the number of violations, so only its output tells whether it ran.
    execFile(program, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout).summary.violations);
      } catch {
        reject(new Error(stderr + stdout));
      }
    });
  });
}

describe('layers', () => {
  test.each(Object.entries(BROKEN))('`%s` catches a file that breaks it', (rule, [path]) => {
    const caught = violations.filter(({ from }) => from === path).map((each) => each.rule.name);
    expect(caught).toContain(rule);
  });

  test('a file that keeps every rule is not reported', () => {
    const wrong = violations.filter(({ from }) => from in SOUND);
    expect(wrong.map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([]);
  });

  test('every rule between and inside packages is among those tried', async () => {
    const config = (await import(join(ROOT, '.dependency-cruiser.cjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    // The same as ones that are tried, at another place.
    const untried = [
      'host-knows-nothing-above',
      'examples-do-not-meet',
      'testing-tools-stay-in-testing',
      'executor-looks-only-down',
      'desks-looks-only-down',
    ];
    const named = config.default.forbidden.map(({ name }) => name);
    expect(named.filter((name) => !(name in BROKEN)).sort()).toEqual(untried.sort());
  });
});
