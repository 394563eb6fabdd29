import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ContractError } from '@sovereign/capabilities';
import type { HostConfig } from '@sovereign/host';
import { dataFolder } from './data-folder.js';
import { errorName } from './thrown.js';
import type { Io } from './io.js';
import type { Options } from './options.js';
import { quoted } from './printable.js';
import { Stop } from './stop.js';

/** What a configuration function is handed. */
export interface ConfigFacts {
  /** The data folder, as an absolute path. It need not exist yet. */
  readonly data: string;
}

/**
 * Reads which host is meant: the module of `--config`, or the appliance preset.
 *
 * @throws Stop — when the module cannot be used. What it threw is not repeated: it may hold anything.
 */
export async function readConfig(
  options: Pick<Options, 'config' | 'data'>,
  io: Io,
): Promise<HostConfig> {
  const data = dataFolder(options, io);
  if (options.config === undefined) return applianceConfig(data);

  const exported = await importConfig(options.config, io);
  if (typeof exported !== 'function') {
    if (options.data !== undefined)
      throw new Stop(
        'usage',
        '--data: this configuration is an object and takes no folder; export a function to be handed it as `data`',
      );
    return checked(exported, options.config);
  }
  return checked(await called(exported, { data }, options.config), options.config);
}

/** The host of a household that has written no configuration: its device, one person, one audit file. */
async function applianceConfig(data: string): Promise<HostConfig> {
  const { appliance } = await import('@sovereign/adapter-appliance');
  return {
    capabilities: appliance,
    directory: { persons: [{ id: 'owner', operator: true }] },
    audit: { file: join(data, 'audit.jsonl') },
    database: { sqlite: join(data, 'sovereign.db') },
  };
}

async function importConfig(path: string, io: Io): Promise<unknown> {
  const file = resolve(io.cwd, path);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw unusable(path, 'there is no such file');
  let module: { readonly default?: unknown };
  try {
    module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      readonly default?: unknown;
    };
  } catch (thrown) {
    throw failed(path, thrown);
  }
  if (module.default === undefined)
    throw unusable(
      path,
      'it has no default export; export a HostConfig, or a function that returns one',
    );
  return module.default;
}

async function called(exported: unknown, facts: ConfigFacts, path: string): Promise<unknown> {
  try {
    // Known to be a function; what it takes is for it to say.
    return await (exported as (facts: ConfigFacts) => unknown)(facts);
  } catch (thrown) {
    throw failed(path, thrown);
  }
}

/** Checks what the command line itself relies on. The host and the contracts check the rest. */
function checked(value: unknown, path: string): HostConfig {
  if (typeof value !== 'object' || value === null)
    throw unusable(path, 'it does not export a HostConfig');
  const { capabilities, directory, audit } = value as Partial<Record<keyof HostConfig, unknown>>;
  if (!Array.isArray(capabilities)) throw unusable(path, '`capabilities` is not a list');
  if (!Array.isArray((directory as Partial<HostConfig['directory']> | null | undefined)?.persons))
    throw unusable(path, '`directory.persons` is not a list');
  const file = (audit as { readonly file?: unknown } | null | undefined)?.file;
  if (audit !== 'memory' && audit !== 'database' && (typeof file !== 'string' || file === ''))
    throw unusable(path, "`audit` is neither `{ file }` nor 'memory' nor 'database'");
  return value as HostConfig;
}

const unusable = (path: string, fault: string): Stop =>
  new Stop('configuration', `--config ${quoted(path)}: ${fault}`);

function failed(path: string, thrown: unknown): Stop {
  // The library's own faults name the place and no value.
  const fault = ContractError.is(thrown)
    ? thrown.message
    : `it threw ${errorName(thrown)} while it was loaded; SOVEREIGN_DEBUG=1 shows what and where`;
  return new Stop('configuration', `--config ${quoted(path)}: ${fault}`, thrown, 'start');
}
