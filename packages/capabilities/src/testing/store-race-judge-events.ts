import type { AuditSink } from '../audit/sink.js';
import { verifyChain } from '../audit/verify.js';
import { reportsOf, type RaceReport } from './store-race-reports.js';

/** Names what is wrong with the audit: every attempt has its one terminal event, and the chain holds. */
export async function judgeEvents(
  sink: AuditSink,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const events = new Map<string, (number | undefined)[]>();
  for await (const event of sink.read({ kinds: ['invocation'] })) {
    const mark = event.kind === 'invocation' ? event.result_bytes : undefined;
    events.set(event.id, [...(events.get(event.id) ?? []), mark]);
  }
  const known = new Set([
    ...reportsOf(reports, 'ran').map(({ invocation }) => invocation),
    ...reportsOf(reports, 'answered').map(({ event }) => event),
    ...reportsOf(reports, 'began').map(({ attempt }) => attempt),
  ]);
  const violations: string[] = [];
  for (const id of known) {
    const count = events.get(id)?.length ?? 0;
    if (count !== 1) violations.push(`attempt ${id} has ${count} terminal events`);
  }
  for (const { attempt } of reportsOf(reports, 'refused'))
    if (events.has(attempt)) violations.push(`attempt ${attempt} was refused, and has an event`);
  for (const { attempt, counted, mark } of reportsOf(reports, 'ended'))
    if (counted && mark !== undefined && events.get(attempt)?.[0] !== mark)
      violations.push(`attempt ${attempt} is on record otherwise than it ended`);
  const { ok, faults } = await verifyChain(sink.read());
  if (!ok) violations.push(`the audit does not verify: ${faults[0]?.kind ?? ''}`);
  return violations;
}
