import { verifyJsonl } from '@sovereign/capabilities/node';
import { auditFault } from '../audit-fault.js';
import { verifyDatabase } from '../audit-database.js';
import { auditFileOf } from '../audit-log.js';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { labels, type Labelled } from '../layout.js';
import type { Options } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readConfig } from '../read-config.js';
import { Stop } from '../stop.js';
import { counted, grouped } from '../units.js';

/** What `audit verify` takes. */
export interface AuditVerifyOptions extends Options {
  /** Places noted elsewhere, `seq:hash` each. */
  readonly anchor?: readonly string[];
}

type Report = Awaited<ReturnType<typeof verifyJsonl>>;
type Fault = Report['faults'][number];
type LimitCode = Report['limits'][number]['code'];

/** Verifies the chain of the audit: what is wrong, what cannot be known, and where it ends. Only reads. */
export async function auditVerify(options: AuditVerifyOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const anchors = (options.anchor ?? []).map(readAnchor);
  const config = await readConfig(options, io);
  const report =
    config.audit === 'database'
      ? await verifyDatabase(config, anchors)
      : await verifyFile(auditFileOf(config, io), anchors);
  if (options.json === true) await out.json(toWire(report));
  else await show(report, out);
  if (!report.ok)
    await out.say(
      `sovereign: the audit is not sound: ${counted(report.faultCount, 'fault')}; keep the files as they are, and find out who wrote to them`,
      'bad',
    );
  return report.ok ? 'completed' : 'unavailable';
}

function verifyFile(path: string, anchors: ReturnType<typeof readAnchor>[]): Promise<Report> {
  return verifyJsonl(path, { anchors }).catch((thrown: unknown) => {
    throw auditFault(thrown, path) ?? thrown;
  });
}

const FAULTS_SHOWN = 20;

async function show(report: Report, out: Output): Promise<void> {
  const events = report.writers.reduce((sum, { count }) => sum + count, 0);
  await out.data(
    `${report.ok ? 'sound' : 'NOT SOUND'}: ${counted(events, 'event')} in ${placeText(report)}`,
    report.ok ? 'good' : 'bad',
  );
  const hidden = report.faultCount - Math.min(FAULTS_SHOWN, report.faults.length);
  const pairs: readonly Labelled[] = [
    ...report.faults.slice(0, FAULTS_SHOWN).map((fault): Labelled => ['fault', faultText(fault)]),
    ...(hidden > 0 ? [['', `and ${grouped(hidden)} more`] as const] : []),
    ...report.writers.flatMap(({ writer, firstSeq, lastSeq, lastHash }): readonly Labelled[] => [
      ['chain', `${writer}, events ${grouped(firstSeq)} to ${grouped(lastSeq)}`],
      ['ends at', `${lastSeq}:${lastHash}`],
    ]),
    ...report.limits.map((limit): Labelled => ['unknown', limitText(limit)]),
  ];
  if (pairs.length > 0) await out.data(labels(pairs, out.width).join('\n'));
  if (report.writers.length > 0)
    await out.note('note the last place elsewhere, and give it to `--anchor` next time');
}

const placeText = ({ files }: Report): string =>
  files.length === 0 ? 'the database' : counted(files.length, 'file');

function faultText({ kind, path, line, seq, toSeq }: Fault): string {
  const events =
    seq === undefined ? '' : `, event ${seq}${toSeq === undefined ? '' : ` to ${toSeq}`}`;
  return `${kind}: ${path} line ${line}${events}`;
}

const LIMITS = Object.freeze({
  never_recorded: 'what was never appended leaves no trace',
  tail_unanchored:
    'whether events after event # were cut off, or computed anew: an anchor kept elsewhere tells',
  older_copy: 'whether this is an older copy, or another log: an anchor kept elsewhere tells',
  starts_late: 'what came before event #: it was dropped, or is kept elsewhere',
  continues_elsewhere: 'what the first event continues: that is not among what was read',
  anchor_before_start:
    'whether the anchor at # holds: it lies before the first event that was read',
  checkpoint_elsewhere: 'whether a checkpoint of another writer holds: that writer was not read',
  checkpoint_too_old:
    'whether an old checkpoint holds: its place is further back than hashes are remembered',
  ids_forgotten: 'whether an attempt has two terminal events further apart than 500,000 attempts',
  faults_not_listed: 'the faults after the first 1,000: they are counted, not listed',
}) satisfies Record<LimitCode, string>;

/** What verification cannot know, in the words of this command. */
export function limitText({ code, seq }: Report['limits'][number]): string {
  if (code === 'tail_unanchored' && seq === 0)
    return 'whether events at the end were cut off, or all computed anew: an anchor kept elsewhere tells';
  return LIMITS[code].replace('#', seq === undefined ? 'the last' : String(seq));
}

function toWire(report: Report): object {
  return {
    ok: report.ok,
    lines: report.lines,
    files: report.files.map(({ path, lines }) => ({ path, lines })),
    writers: report.writers.map(({ writer, firstSeq, lastSeq, lastHash, count }) => ({
      writer,
      first_seq: firstSeq,
      last_seq: lastSeq,
      last_hash: lastHash,
      count,
    })),
    fault_count: report.faultCount,
    faults: report.faults.map(({ kind, path, line, seq, toSeq, writer }) => ({
      kind,
      path,
      line,
      ...(seq !== undefined && { seq }),
      ...(toSeq !== undefined && { to_seq: toSeq }),
      ...(writer !== undefined && { writer }),
    })),
    limits: report.limits.map((limit) => ({ ...limit, text: limitText(limit) })),
  };
}

function readAnchor(typed: string): { readonly seq: number; readonly hash: string } {
  const { seq, hash } = /^(?<seq>[1-9]\d{0,14}):(?<hash>[0-9a-f]{64})$/.exec(typed)?.groups ?? {};
  if (seq === undefined || hash === undefined)
    throw new Stop(
      'usage',
      '--anchor: write `seq:hash`, as `audit verify` showed it under `ends at`',
    );
  return { seq: Number(seq), hash };
}
