import { existsSync } from 'node:fs';
import { ContractError, createRegistry, type Registry } from '@sovereign/capabilities';
import { createHost, type HostConfig, type SovereignHost } from '@sovereign/host';
import { auditFault } from './audit-fault.js';
import { errorName, framesOf, isDebugging } from './thrown.js';
import type { Io } from './io.js';
import type { Output } from './output.js';
import { Stop } from './stop.js';

/**
 * The registry of a host that is not started: nothing is opened, locked or written.
 *
 * @throws Stop — when the capabilities do not make a registry.
 */
export function registryOf(config: HostConfig): Registry {
  try {
    return createRegistry(config.capabilities);
  } catch (thrown) {
    throw startFault(thrown, config);
  }
}

/**
 * Starts the host for as long as `use` takes.
 *
 * @throws Stop — when it does not start.
 */
export async function withHost<T>(
  config: HostConfig,
  io: Io,
  out: Output,
  use: (host: SovereignHost) => Promise<T>,
): Promise<T> {
  const host = await start(withDebugging(config, io, out));
  try {
    if (Object.values(host.isolation).includes('none'))
      await out.note(
        `note: the \`${host.isolation.runner}\` runner does not isolate handlers (best effort): they are trusted as this program is`,
      );
    return await use(host);
  } finally {
    await close(host, out);
  }
}

/**
 * Starts the host with its audit in memory and without its sweeps, for looking only: the audit file is
 * neither opened nor locked, and no file is made.
 *
 * A database that is there is opened as by any host. That brings its schema up to date and writes down
 * how late it is; on a clock that was set back it ends what waits and what was given, which the next
 * sweep tells.
 *
 * @throws Stop — when it does not start.
 */
export async function withHostToLookAt<T>(
  config: HostConfig,
  io: Io,
  out: Output,
  use: (host: SovereignHost) => Promise<T>,
): Promise<T> {
  const { database, ...rest } = config;
  // What is not there yet is not made for a look.
  const isThere =
    database !== undefined && (!('sqlite' in database) || existsSync(database.sqlite));
  const looking = {
    ...rest,
    ...(isThere && { database }),
    audit: 'memory',
    sweeps: false,
  } as const;
  const host = await start(withDebugging(looking, io, out));
  try {
    return await use(host);
  } finally {
    await close(host, out);
  }
}

async function start(config: HostConfig): Promise<SovereignHost> {
  try {
    return await createHost(config);
  } catch (thrown) {
    throw startFault(thrown, config);
  }
}

/** Everything that matters is on the disk by now, so that a fault here changes no answer. */
async function close(host: SovereignHost, out: Output): Promise<void> {
  await host
    .close()
    .catch((thrown: unknown) => out.say(`note: the host did not close: ${errorName(thrown)}`));
}

/** While debugging, says where handlers, ports and stages threw; never what. */
function withDebugging(config: HostConfig, io: Io, out: Output): HostConfig {
  if (!isDebugging(io.env)) return config;
  return {
    ...config,
    defect(thrown, where) {
      config.defect?.(thrown, where);
      void out.say([`debug: ${where}: ${errorName(thrown)}`, ...framesOf(thrown)].join('\n'));
    },
  };
}

function startFault(thrown: unknown, { audit }: HostConfig): Stop {
  if (ContractError.is(thrown)) return new Stop('configuration', thrown.message, thrown);
  return (
    (typeof audit === 'object' && 'file' in audit ? auditFault(thrown, audit.file) : undefined) ??
    new Stop(
      'configuration',
      `the host does not start: ${errorName(thrown)}; SOVEREIGN_DEBUG=1 shows what and where`,
      thrown,
      'start',
    )
  );
}
