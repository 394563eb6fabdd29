import type { Executor } from '@sovereign/capabilities';
import { operatorOf, type Operator } from './caller.js';
import type { Exit } from './exit-codes.js';
import type { Io } from './io.js';
import { withHost, withHostToLookAt } from './open-host.js';
import type { Options } from './options.js';
import { createOutput, type Output } from './output.js';
import { readConfig } from './read-config.js';

/** What a command works with while its host runs. */
export interface Session<O extends Options> {
  readonly executor: Executor;
  readonly operator: Operator;
  readonly options: O;
  readonly io: Io;
  readonly out: Output;
}

/** Runs a command on a host that is started for it, as the person at the terminal. */
export async function inSession<O extends Options>(
  options: O,
  io: Io,
  work: (session: Session<O>) => Promise<Exit>,
): Promise<Exit> {
  const out = createOutput(options, io);
  const config = await readConfig(options, io);
  const operator = operatorOf(options, config, io.signal);
  return withHost(config, io, out, ({ executor }) =>
    work({ executor, operator, options, io, out }),
  );
}

/** The same on a host that ends nothing by itself, for the one command that tells what it ended. */
export async function inSweep<O extends Options>(
  options: O,
  io: Io,
  work: (session: Session<O>) => Promise<Exit>,
): Promise<Exit> {
  const out = createOutput(options, io);
  const config = await readConfig(options, io);
  const operator = operatorOf(options, config, io.signal);
  return withHost({ ...config, sweeps: false }, io, out, ({ executor }) =>
    work({ executor, operator, options, io, out }),
  );
}

/** The same on a host that is only looked at: nothing is locked, written or swept. */
export async function inLook<O extends Options>(
  options: O,
  io: Io,
  work: (session: Session<O>) => Promise<Exit>,
): Promise<Exit> {
  const out = createOutput(options, io);
  const config = await readConfig(options, io);
  const operator = operatorOf(options, config, io.signal);
  return withHostToLookAt(config, io, out, ({ executor }) =>
    work({ executor, operator, options, io, out }),
  );
}
