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
    published().flatMap(({ folder, manifest }) =>
      typedEntries(manifest).map(([entry, types]) =>
        report({ folder, manifest, entry, types, update }),
      ),
    ),
  );
}

/** Entry points that have types: `.`, `./node`, … with the file of their ESM types. */
const typedEntries = ({ exports }) =>
  Object.entries(exports)
    .map(([entry, target]) => [entry, target.import?.types ?? target.types])
    .filter(([, types]) => types !== undefined);

function report({ folder, manifest, entry, types, update }) {
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
            // The report marks what has no comment, which is looked for below.
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
        if (message.logLevel === 'error' || message.logLevel === 'warning') {
          messages.push(`${name}: ${message.formatMessageWithLocation(packageFolder)}`);
        }
        message.handled = true;
      },
    },
  );

  const found = update ? [] : [...messages];
  if (result.apiReportChanged && !update) {
    found.push(`${name}: the public surface changed; look at it, then run \`pnpm api:update\``);
  }
  const file = join(committed, `${name}.api.md`);
  const undocumented = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('(undocumented)') || line.includes('Warning:'))
    : [];
  found.push(...undocumented.map((line) => `${name}: ${line.trim()}`));
  if (!result.succeeded && found.length === 0)
    found.push(`${name}: api-extractor failed`, ...messages);
  return findings(found);
}
