import {
  ContractError,
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
  memorySink,
  type AuditSink,
  type Executor,
  type Isolation,
  type Runner,
} from '@sovereign/capabilities';
import { openJsonlSink } from '@sovereign/capabilities/node';
import type { HostConfig } from './config.js';
import { lendNodePowers } from './lend.js';

/** A running host: the door, the chain it writes, and what keeps handlers in. */
export interface SovereignHost {
  readonly executor: Executor;
  readonly sink: AuditSink;
  /** Which runner serves, and what it keeps handlers from. */
  readonly isolation: Isolation & { readonly runner: string };
  /** Lets go of the audit file and the runner. */
  close(): Promise<void>;
}

/**
 * Starts a host. The one place where ports and adapters are wired together.
 *
 * @throws ContractError — when the configuration, a contract or a handler module is at fault,
 *   or nothing isolates handlers and `best-effort` was not asked for by name.
 * @throws AuditLockedError — when another process holds the audit file.
 */
export async function createHost(config: HostConfig): Promise<SovereignHost> {
  const runner = config.runner ?? inlineRunner();
  const bestEffort = checkIsolation(runner, config.isolation ?? 'required');
  const registry = createRegistry(config.capabilities);
  const directory = listedDirectory(config.directory);
  await Promise.all(registry.capabilities.flatMap(({ args, result }) => [args.ready?.(), result.ready?.()]));
  await runner.prepare(registry);

  const sink = config.audit === 'memory' ? memorySink() : await openJsonlSink(config.audit.file);
  try {
    const executor = createExecutor({
      registry,
      directory,
      runner,
      sink,
      lend: lendNodePowers(config.log),
      ...(config.policy !== undefined && { policy: config.policy }),
      ...(config.settings !== undefined && { settings: config.settings }),
      ...(config.defect !== undefined && { defect: config.defect }),
      ...(config.limits !== undefined && { limits: config.limits }),
    });
    if (bestEffort) await noteBestEffort(sink, runner.kind);
    return Object.freeze<SovereignHost>({
      executor,
      sink,
      isolation: Object.freeze({ runner: runner.kind, ...runner.isolation }),
      async close() {
        await runner.close?.();
        await sink.close?.();
      },
    });
  } catch (thrown) {
    await sink.close?.();
    throw thrown;
  }
}

/** Fails closed: what nothing isolates starts only when that was asked for by name. */
function checkIsolation(runner: Runner, wanted: 'required' | 'best-effort'): boolean {
  const open = Object.entries(runner.isolation)
    .filter(([, barrier]) => barrier === 'none')
    .map(([what]) => `\`${what}\``);
  if (open.length > 0 && wanted === 'required')
    throw new ContractError(
      'host',
      `the \`${runner.kind}\` runner keeps handlers from nothing as to ${open.join(', ')}: ` +
        'take another runner, or write `isolation: \'best-effort\'` and accept it',
    );
  return open.length > 0;
}

async function noteBestEffort(sink: AuditSink, runner: string): Promise<void> {
  await sink.append({
    kind: 'configuration',
    id: crypto.randomUUID(),
    time: new Date().toISOString(),
    subject: `runner:${runner}`,
    code: 'isolation_best_effort',
  });
}
