import { STAGES, summarize, type AuditEvent } from '@sovereign/capabilities';
import { readDatabase } from '../audit-database.js';
import { auditFileOf, readAll } from '../audit-log.js';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { table, type Column } from '../layout.js';
import type { Options } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readConfig } from '../read-config.js';
import { counted, grouped, percent } from '../units.js';

type Summary = Awaited<ReturnType<typeof summarize>>;

/** Says the audit in numbers: how often, what, by whom, and at which stage attempts were refused. Only reads. */
export async function auditSummary(options: Options, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const config = await readConfig(options, io);
  const read =
    config.audit === 'database' ? readDatabase(config) : readAll(auditFileOf(config, io));
  let unsound = 0;
  const summary = await summarize(
    (async function* sound(): AsyncIterable<AuditEvent> {
      for await (const one of read) {
        if (one === 'unsound') unsound += 1;
        else yield one;
      }
    })(),
  );
  if (options.json === true) await out.json(toWire(summary));
  else await show(summary, out);
  if (unsound > 0)
    await out.say(
      `sovereign: not counted, since no sound event: ${counted(unsound, 'line')}; \`sovereign audit verify\` says where`,
      'bad',
    );
  return 'completed';
}

async function show(summary: Summary, out: Output): Promise<void> {
  await out.data(counted(summary.attempts, 'attempt'), 'heading');
  await showTable('by outcome', [{ title: 'OUTCOME' }, COUNT], summary.outcomes.map(tally), out);
  await showTable('by stage reached', [{ title: 'STAGE' }, COUNT], summary.stages.map(tally), out);
  await showTable('by code', [{ title: 'CODE' }, COUNT], summary.codes.map(tally), out);
  await showTable(
    'by origin: how many were refused, and at which stage',
    [
      { title: 'ORIGIN' },
      right('ALL'),
      right('REFUSED'),
      right('RATE'),
      ...STAGES.map((stage) => right(stage.toUpperCase())),
    ],
    summary.origins.map((one) => [
      one.origin ?? 'unknown',
      grouped(one.attempts),
      grouped(one.rejected),
      percent(one.rejectionRate),
      ...STAGES.map((stage) => grouped(one.rejectedAt[stage])),
    ]),
    out,
  );
  await showTable(
    'by capability',
    [{ title: 'CAPABILITY' }, ...['ALL', 'COMPLETED', 'PENDING', 'REJECTED', 'UNKNOWN'].map(right)],
    summary.capabilities.map((one) => [
      one.capability,
      ...[one.attempts, one.completed, one.pending, one.rejected, one.unknown].map(grouped),
    ]),
    out,
  );
  await showTable('other events', [{ title: 'KIND' }, COUNT], summary.notices.map(tally), out);
}

const right = (title: string): Column => ({ title, align: 'right' });
const COUNT = right('COUNT');
const tally = ({ name, count }: Summary['codes'][number]): readonly string[] => [
  name,
  grouped(count),
];

async function showTable(
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  out: Output,
): Promise<void> {
  if (rows.length === 0) return;
  await out.data('');
  await out.data(title, 'heading');
  await out.data(table(columns, rows, out.width).join('\n'));
}

function toWire({
  attempts,
  notices,
  capabilities,
  stages,
  outcomes,
  codes,
  origins,
}: Summary): object {
  return {
    attempts,
    outcomes,
    stages,
    codes,
    origins: origins.map(({ rejectionRate, rejectedAt, ...rest }) => ({
      ...rest,
      rejection_rate: rejectionRate,
      rejected_at: rejectedAt,
    })),
    capabilities,
    notices,
  };
}
