import {
  ContractError,
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
  memoryDecisionLog,
  memorySink,
  memoryStore,
  systemClock,
  type AuditSink,
  type DecisionLog,
  type DoorStore,
  type Executor,
  type Isolation,
  type Registry,
  type Runner,
} from '@sovereign/capabilities';
import type { SqlStores } from '@sovereign/adapter-sql';
import { openJsonlSink, openProcessRunner, threadRunner } from '@sovereign/capabilities/node';
import { CONFIG_KEYS, type HostConfig } from './config.js';
import { keepSweeping } from './keep-sweeping.js';
import { openDatabase } from './open-database.js';
import { lendNodePowers } from './lend.js';

/** A running host: the door, what it remembers, the chain it writes, and what keeps handlers in. */
export interface SovereignHost {
  readonly executor: Executor;
  readonly sink: AuditSink;
  readonly store: DoorStore;
  readonly decisions: DecisionLog;
  /** Which runner serves, and what it keeps handlers from. */
  readonly isolation: Isolation & { readonly runner: string };
  /** Lets nothing more run, waits for what does, sweeps too, and lets go of the audit file and the runner. */
  close(): Promise<void>;
}

/**
 * Starts a host. The one place where ports and adapters are wired together.
 *
 * @throws ContractError — when the configuration, a contract or a handler module is at fault,
 *   or nothing isolates handlers and `best-effort` was not asked for by name.
 * @throws AuditLockedError — when another process holds the audit file.
 * @throws AuditFileError — when the audit file cannot be kept safe.
 */
export async function createHost(stated: HostConfig): Promise<SovereignHost> {
  const config = ownFields(stated);
  const runner = await openRunner(config.runner ?? 'process');
  const bestEffort = checkIsolation(runner, config.isolation ?? 'required');
  const registry = createRegistry(config.capabilities);
  const directory = listedDirectory(config.directory);
  const database = await openDatabase(config);
  const store = database?.store ?? config.store ?? memoryStore();
  const decisions = database?.decisions ?? config.decisions ?? memoryDecisionLog();
  let sink: AuditSink | undefined;
  try {
    sink = await openSink(config.audit, database?.sink);
    await prepare(registry, runner);
    const powers = lendNodePowers(config);
    const executor = createExecutor({
      registry,
      directory,
      runner,
      sink,
      store,
      decisions,
      lend: (capability) => ({ ...powers(capability), ...config.lend?.(capability) }),
      ...(config.policy !== undefined && { policy: config.policy }),
      ...(config.timeZone !== undefined && { timeZone: config.timeZone }),
      ...(config.grantsMayConfirm !== undefined && { grantsMayConfirm: config.grantsMayConfirm }),
      ...(config.notifier !== undefined && { notifier: config.notifier }),
      ...(config.observer !== undefined && { observer: config.observer }),
      ...(config.settings !== undefined && { settings: config.settings }),
      ...(config.defect !== undefined && { defect: config.defect }),
      ...(config.limits !== undefined && { limits: config.limits }),
    });
    if (bestEffort) await noteChoice(sink, `runner:${runner.kind}`, 'isolation_best_effort');
    if (config.grantsMayConfirm === true) await noteChoice(sink, 'grants', 'grants_may_confirm');
    const sweeping =
      config.sweeps === false ? undefined : await keepSweeping(executor, config.defect);
    const chain = sink;
    return Object.freeze<SovereignHost>({
      executor,
      sink: chain,
      store,
      decisions,
      isolation: Object.freeze({ runner: runner.kind, ...runner.isolation }),
      async close() {
        // Both write to the chain, and to the database, that are let go of below.
        await Promise.all([executor.close(), sweeping?.stop()]);
        await letGo(runner, chain, database);
      },
    });
  } catch (thrown) {
    // What went wrong first is what is told.
    await letGo(runner, sink, database).catch(() => undefined);
    throw thrown;
  }
}

/** Takes what the configuration itself says, and nothing that it inherits. */
function ownFields(stated: HostConfig): HostConfig {
  const unknown = Object.keys(stated).find((key) => !CONFIG_KEYS.has(key));
  if (unknown !== undefined)
    throw new ContractError('host', `the configuration has an unknown key \`${unknown}\``);
  return Object.assign(Object.create(null) as HostConfig, stated);
}

async function openRunner(wanted: NonNullable<HostConfig['runner']>): Promise<Runner> {
  switch (wanted) {
    case 'process':
      return openProcessRunner();
    case 'thread':
      return threadRunner();
    case 'inline':
      return inlineRunner();
    default:
      // A configuration may come from a file, and be misspelt there.
      if (typeof wanted === 'object' && wanted !== null) return wanted;
      throw new ContractError(
        'host',
        '`runner` is none of `process`, `thread`, `inline`, and no runner of your own',
      );
  }
}

/** Fails closed: what nothing isolates starts only when that was asked for by name. */
function checkIsolation(runner: Runner, wanted: 'required' | 'best-effort'): boolean {
  const open = Object.entries(runner.isolation)
    .filter(([, barrier]) => barrier === 'none')
    .map(([what]) => `\`${what}\``);
  if (open.length > 0 && wanted !== 'best-effort')
    throw new ContractError(
      'host',
      `the \`${runner.kind}\` runner keeps handlers from nothing as to ${open.join(', ')}: ` +
        "take another runner, or write `isolation: 'best-effort'` and accept it",
    );
  return open.length > 0;
}

async function openSink(
  audit: HostConfig['audit'],
  inDatabase: AuditSink | undefined,
): Promise<AuditSink> {
  if (audit === 'memory') return memorySink();
  if (audit === 'database') {
    if (inDatabase !== undefined) return inDatabase;
    throw new ContractError('host', "`audit: 'database'` needs a `database`");
  }
  return 'sink' in audit ? audit.sink : openJsonlSink(audit.file);
}

/** Loads what there is to load before anything is served, so that a fault stops the start and not a request. */
async function prepare(registry: Registry, runner: Runner): Promise<void> {
  for (const { args, result } of registry.capabilities) {
    await args.ready?.();
    await result.ready?.();
  }
  await runner.prepare(registry);
}

async function letGo(
  runner: Runner,
  sink: AuditSink | undefined,
  database: SqlStores | undefined,
): Promise<void> {
  try {
    await runner.close?.();
  } finally {
    try {
      await sink?.close?.();
    } finally {
      await database?.close();
    }
  }
}

/** A choice that loosens what is the default is on record from the start. */
async function noteChoice(sink: AuditSink, subject: string, code: string): Promise<void> {
  await sink.append({
    kind: 'configuration',
    id: crypto.randomUUID(),
    time: new Date(systemClock.now()).toISOString(),
    subject,
    code,
  });
}
