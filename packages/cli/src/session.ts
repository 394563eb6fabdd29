import type { Executor } from '@sovereign/capabilities';
import type { HostConfig, SovereignHost } from '@sovereign/host';
import { operatorOf, type Operator } from './caller.js';
import type { Exit } from './exit-codes.js';
import type { Io } from './io.js';
import { withHost, withHostToLookAt } from './open-host.js';
import type { Options } from './options.js';
import { createOutput, type Output } from './output.js';
import { readConfig } from './read-config.js';
import type { RulesKept } from './rules-kept.js';

/** What a command works with while its host runs. */
export interface Session<O extends Options> {
  readonly executor: Executor;
  readonly kept: RulesKept;
  readonly operator: Operator;
  readonly options: O;
  readonly io: Io;
  readonly out: Output;
}

type Work<O extends Options> = (session: Session<O>) => Promise<Exit>;

/** Runs a command on a host that is started for it, as the person at the terminal. */
export function inSession<O extends Options>(options: O, io: Io, work: Work<O>): Promise<Exit> {
  return opened(options, io, work, withHost);
}

/** The same on a host that ends nothing by itself, for the one command that tells what it ended. */
export function inSweep<O extends Options>(options: O, io: Io, work: Work<O>): Promise<Exit> {
  return opened(options, io, work, (config, ...rest) =>
    withHost({ ...config, sweeps: false }, ...rest),
  );
}

/**
 * The same on a host that is only looked at: nothing is locked, swept or put on record, and no file
 * is made. What opening a database writes into it, {@link withHostToLookAt} says.
 */
export function inLook<O extends Options>(options: O, io: Io, work: Work<O>): Promise<Exit> {
  return opened(options, io, work, withHostToLookAt);
}

/** How a host is had for as long as a command takes. */
type Opening = (
  config: HostConfig,
  io: Io,
  out: Output,
  use: (host: SovereignHost) => Promise<Exit>,
) => Promise<Exit>;

async function opened<O extends Options>(
  options: O,
  io: Io,
  work: Work<O>,
  opening: Opening,
): Promise<Exit> {
  const out = createOutput(options, io);
  const config = await readConfig(options, io);
  const operator = operatorOf(options, config, io.signal);
  return opening(config, io, out, ({ executor, store }) => {
    const kept = { store, keepsRules: config.policy === undefined };
    return work({ executor, kept, operator, options, io, out });
  });
}
