import { availableParallelism } from 'node:os';
import { ContractError } from '../../contract/contract-error.js';
import { isWhole } from '../../internal/whole.js';
import { readHandlerFile } from './handler-file.js';

/** What both runners that have workers may be told. */
export interface WorkerOptions {
  /** How many workers there may be, idle ones and the one ahead of need included. */
  readonly maxWorkers?: number;
  /** How many calls a worker serves before it is replaced; 1 for a fresh one each time. */
  readonly maxCalls?: number;
  /** How long a worker may be without a call before it goes, in milliseconds. */
  readonly idleMs?: number;
  /** How large a worker's heap may grow, in mebibytes. A result may take a quarter of it. */
  readonly heapMb?: number;
  /** Reads a handler's one file; for programs whose modules are not where their URLs say. */
  readonly load?: (handler: URL) => Promise<string>;
  /** The folder of this package's own worker programs; for programs that are bundled into one file. */
  readonly programs?: URL;
}

interface Range {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

/** Source of 1,000 calls: decision «Runners». */
const RANGES = Object.freeze({
  maxWorkers: { least: 2, usual: 2 * availableParallelism() + 4, most: 1_000 },
  maxCalls: { least: 1, usual: 1_000, most: 1_000 },
  idleMs: { least: 10, usual: 60_000, most: 86_400_000 },
  heapMb: { least: 32, usual: 64, most: 4_096 },
}) satisfies Record<string, Range>;

type Numbers = { readonly [Name in keyof typeof RANGES]: number };

/** What was read of the options, and what follows from it. */
export interface WorkerSettings extends Numbers {
  /** The largest result that a heap of this size has room for: it is there as a value, as text and as bytes. */
  readonly maxResultBytes: number;
  /** Reads a handler's one file. */
  readonly read: (handler: URL) => Promise<string>;
}

/** Reads the options. @throws ContractError — when a number is out of its range. */
export function readWorkerOptions(options: WorkerOptions): WorkerSettings {
  const read = Object.entries(RANGES).map(([name, { least, usual, most }]) => {
    const value = options[name as keyof Numbers] ?? usual;
    if (!isWhole(value, least, most))
      throw new ContractError(
        'runner',
        `\`${name}\` is not a whole number from ${least} to ${most}`,
      );
    return [name, value] as const;
  });
  const numbers = Object.fromEntries(read) as Numbers;
  return Object.freeze({
    ...numbers,
    maxResultBytes: (numbers.heapMb * 1_048_576) / 4,
    read: options.load ?? readHandlerFile,
  });
}
