import fc from 'fast-check';
import { link, beginChain } from '../../src/audit/chain.js';
import { NOTICE_KINDS, type AuditEvent, type EventDraft } from '../../src/audit/event.js';
import { WORDS } from '../../src/audit/fields.js';

export type InvocationDraft = Extract<EventDraft, { kind: 'invocation' }>;

export const TIME = '2026-01-02T03:04:05.678Z';

export const idOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** An attempt of which little is known. */
export const invocation = (
  number: number,
  more: Partial<InvocationDraft> = {},
): InvocationDraft => ({
  kind: 'invocation',
  id: idOf(number),
  time: TIME,
  capability: 'notes.read',
  stage_reached: 'executed',
  outcome: 'completed',
  duration_ms: 1.5,
  ...more,
});

/** An attempt of which everything is known, each field telling of its number. */
export const fullInvocation = (number: number): InvocationDraft => ({
  ...invocation(number),
  version: number,
  side_effect: 'mutating',
  network: 'external',
  stage_reached: 'rejected-at-execute',
  outcome: 'unknown',
  code: 'timed_out',
  reason: 'printer_offline',
  ruling: 'ask',
  rule: `rule-${number}`,
  policy_revision: number,
  origin: 'plan',
  principal: 'mind:scout',
  intention: `intent/${number}`,
  modified: true,
  result_bytes: number,
  duration_ms: number + 0.125,
});

/** A log of so many events, of one writer, with a notice at every seventh place. */
export function chainOf(
  length: number,
  writer = 'w',
): { readonly lines: string[]; readonly events: AuditEvent[] } {
  const lines: string[] = [];
  const events: AuditEvent[] = [];
  let end = beginChain(writer);
  for (let number = 1; number <= length; number += 1) {
    const draft: EventDraft =
      number % 7 === 0
        ? {
            kind: 'grant',
            id: idOf(number),
            time: TIME,
            principal: 'person:ada',
            subject: idOf(7),
            code: 'given',
          }
        : number % 2 === 0
          ? invocation(number)
          : fullInvocation(number);
    const { event, line } = link(draft, end);
    end = event;
    events.push(event);
    lines.push(line);
  }
  return { lines, events };
}

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const id = fc.uuid();
const time = fc
  .date({
    min: new Date('1970-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/);
const whole = fc.nat({ max: Number.MAX_SAFE_INTEGER });

/** Any invocation draft as honest code makes it: its foreign texts are any texts whatever. */
export const invocationDrafts: fc.Arbitrary<InvocationDraft> = fc
  .record({
    id,
    time,
    capability: fc.string({ unit: 'binary', maxLength: 300 }),
    version: optional(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    side_effect: optional(fc.constantFrom(...WORDS.side_effect)),
    network: optional(fc.constantFrom(...WORDS.network)),
    stage_reached: fc.constantFrom(...WORDS.stage_reached),
    outcome: fc.constantFrom(...WORDS.outcome),
    code: optional(word),
    reason: optional(word),
    ruling: optional(fc.constantFrom(...WORDS.ruling)),
    rule: optional(fc.string({ unit: 'binary' })),
    policy_revision: optional(whole),
    origin: optional(fc.constantFrom(...WORDS.origin)),
    principal: optional(fc.string({ unit: 'binary' })),
    intention: optional(fc.string({ unit: 'binary' })),
    modified: optional(fc.constant(true as const)),
    result_bytes: optional(whole),
    duration_ms: fc.oneof(
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
    ),
  })
  .map((fields) => ({ kind: 'invocation', ...known(fields) }) as InvocationDraft);

/** Any notice draft. */
export const noticeDrafts: fc.Arbitrary<EventDraft> = fc
  .record({
    kind: fc.constantFrom(...NOTICE_KINDS),
    id,
    time,
    principal: optional(fc.string({ unit: 'binary' })),
    subject: optional(fc.string({ unit: 'binary' })),
    code: optional(word),
  })
  .map((fields) => known(fields) as unknown as EventDraft);

/** Any draft. */
export const drafts: fc.Arbitrary<EventDraft> = fc.oneof(invocationDrafts, noticeDrafts);

function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
