import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { MODULES, ROOT } from '../../../.ci/bootstrap/places.mjs';
import { all, findings } from '../outcome.mjs';
import { published } from '../workspace.mjs';

/**
 * Compares what each entry point shows to the world with the committed report, so that a change of
 * the public surface is seen and decided on. `update` writes the reports anew.
 */
export function apiReport({ update = false } = {}) {
  return all(
    published().flatMap(({ folder, manifest }) => {
      const shown = namesShown(folder, manifest);
      return typedEntries(manifest).map(([entry, types]) =>
        report({ folder, manifest, entry, types, shown, update }),
      );
    }),
  );
}

/** Entry points that have types: `.`, `./node`, … with the file of their ESM types. */
const typedEntries = ({ exports }) =>
  Object.entries(exports)
    .map(([entry, target]) => [entry, target.import?.types ?? target.types])
    .filter(([, types]) => types !== undefined);

function report({ folder, manifest, entry, types, shown, update }) {
  const packageFolder = join(ROOT, folder);
  const name = [manifest.name.split('/').at(-1), ...entry.split('/').slice(1)].join('.');
  const committed = join(packageFolder, 'api');
  mkdirSync(committed, { recursive: true });
  const messages = [];

  const result = Extractor.invoke(
    ExtractorConfig.prepare({
      configObjectFullPath: join(packageFolder, 'api-extractor.json'),
      packageJsonFullPath: join(packageFolder, 'package.json'),
      packageJson: undefined,
      configObject: {
        projectFolder: packageFolder,
        mainEntryPointFilePath: join(packageFolder, types),
        compiler: { tsconfigFilePath: join(packageFolder, 'tsconfig.api.json') },
        newlineKind: 'lf',
        apiReport: {
          enabled: true,
          reportFileName: `${name}.api.md`,
          reportFolder: committed,
          reportTempFolder: join(MODULES, '.api', folder),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          compilerMessageReporting: { default: { logLevel: 'error' } },
          extractorMessageReporting: {
            default: { logLevel: 'error' },
            // Everything exported is public: there are no release tags.
            'ae-missing-release-tag': { logLevel: 'none' },
            // Looked for below.
            'ae-undocumented': { logLevel: 'none' },
            'ae-unresolved-link': { logLevel: 'none' },
          },
          tsdocMessageReporting: { default: { logLevel: 'error' } },
        },
      },
    }),
    {
      localBuild: update,
      showVerboseMessages: false,
      messageCallback: (message) => {
        const isProblem = message.logLevel === 'error' || message.logLevel === 'warning';
        if (isProblem && message.messageId !== NOT_COPIED && !isShownElsewhere(message, shown)) {
          messages.push(`${name}: ${message.formatMessageWithLocation(packageFolder)}`);
        }
        message.handled = true;
      },
    },
  );

  const found = [...messages];
  const made = join(MODULES, '.api', folder, `${name}.api.md`);
  if (result.apiReportChanged && !update && !sameLines(made, join(committed, `${name}.api.md`))) {
    found.push(`${name}: the public surface changed; look at it, then run \`pnpm api:update\``);
  }
  const file = join(committed, `${name}.api.md`);
  if (existsSync(file)) found.push(...undocumented(name, readFileSync(file, 'utf8')));
  return findings(found);
}

const NOT_COPIED = 'console-api-report-not-copied';

/**
 * TypeScript prints the members of a type that it worked out in an order that is not the same in
 * every build: what counts is that the lines are.
 */
const sameLines = (one, other) =>
  existsSync(other) && sortedLines(one).join('\n') === sortedLines(other).join('\n');

const sortedLines = (file) => readFileSync(file, 'utf8').split('\n').sort();

/**
 * The report marks what has no comment in the line above it. Every exported name says what it
 * promises; a member may be plain by its name and type, so those marks, which are indented, pass.
 */
const undocumented = (name, text) =>
  text
    .split('\n')
    .flatMap((line, at, lines) =>
      line === '// @public (undocumented)'
        ? [`${name}: no comment on ${lines[at + 1].trim()}`]
        : [],
    );

/** A type of one entry point may be named in another: its user imports it from there. */
const isShownElsewhere = ({ messageId, text }, shown) =>
  messageId === 'ae-forgotten-export' && shown.has(/symbol "([^"]+)"/.exec(text)?.[1]);

/** Every name that any entry point of a package exports, by the names its files know it by. */
function namesShown(folder, manifest) {
  const names = new Set();
  for (const [, types] of typedEntries(manifest)) {
    const text = readFileSync(join(ROOT, folder, types), 'utf8');
    for (const [, list] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
      for (const name of list.split(','))
        names.add(
          name
            .replace(/^\s*type\s/, '')
            .split(' as ')
            .at(-1)
            .trim(),
        );
    }
  }
  return names;
}
