import type { AuditEvent } from '@sovereign/capabilities';
import { openDatabaseLog } from '../audit-database.js';
import { auditFileOf, openLog, type Log } from '../audit-log.js';
import { eventLine, eventTone } from '../event-line.js';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Options } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readConfig } from '../read-config.js';
import { Stop } from '../stop.js';
import { counted } from '../units.js';

/** What `audit tail` takes. */
export interface AuditTailOptions extends Options {
  /** How many events, as typed. */
  readonly last: string;
  readonly follow?: boolean;
  /** One JSON document a line. */
  readonly jsonl?: boolean;
}

const MAX_LAST = 100_000;

/** Shows the last events of the audit and, with `--follow`, those that are still to come. Only reads. */
export async function auditTail(options: AuditTailOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const last = readCount(options.last);
  if (options.json === true && options.jsonl === true)
    throw new Stop('usage', '--json and --jsonl: keep one');
  if (options.json === true && options.follow === true)
    throw new Stop('usage', '--json: one document never ends with `--follow`; use `--jsonl`');
  const config = await readConfig(options, io);
  if (config.audit === 'database' && options.follow === true)
    throw new Stop('usage', '--follow: an audit in a database is not followed; ask for it again');

  const log = await (config.audit === 'database'
    ? openDatabaseLog(config)
    : openLog(auditFileOf(config, io)));
  try {
    const unsound = await showLog(log, last, options, io, out);
    if (unsound > 0)
      await out.say(
        `sovereign: not shown, since no sound event: ${counted(unsound, 'line')}; \`sovereign audit verify\` says where`,
        'bad',
      );
  } finally {
    await log.close();
  }
  return 'completed';
}

/** Shows what there is and, where asked to, what comes; gives the number of lines that are no event. */
async function showLog(
  log: Log,
  last: number,
  options: AuditTailOptions,
  io: Io,
  out: Output,
): Promise<number> {
  const read = await log.last(last);
  const sound = read.filter((one) => one !== 'unsound');
  let unsound = read.length - sound.length;
  if (options.json === true) await out.json(sound);
  else for (const event of sound) await show(event, options, out);
  if (options.follow !== true) return unsound;
  for await (const one of log.follow(io.signal)) {
    if (out.isClosed()) break;
    if (one === 'unsound') unsound += 1;
    else await show(one, options, out);
  }
  return unsound;
}

async function show(event: AuditEvent, options: AuditTailOptions, out: Output): Promise<void> {
  if (options.jsonl === true) await out.jsonLine(event);
  else await out.data(eventLine(event), eventTone(event));
}

function readCount(typed: string): number {
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
  if (count >= 0 && count <= MAX_LAST) return count;
  throw new Stop('usage', `-n: write a whole number from 0 to ${MAX_LAST}`);
}
