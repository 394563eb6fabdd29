import type { AuditEvent, EventDraft, InvocationEvent } from '../audit/event.js';
import { serializeEvent } from '../audit/serialize.js';
import type { AuditQuery, AuditSink } from '../audit/sink.js';
import { verifyChain } from '../audit/verify.js';
import type { Awaitable } from '../internal/awaitable.js';

/** How to look behind a sink. */
export interface SinkMeans {
  /** Everything that a reader who is not the sink finds where it keeps its events, at this moment, as text. */
  stored?(sink: AuditSink): Awaitable<string>;
  /** Makes every write of a sink fail from now on. */
  breakWrites?(sink: AuditSink): Awaitable<void>;
}

/** What is tried on a sink that holds nothing yet; throws when the sink does not do it. */
export interface SinkTrial {
  readonly title: string;
  readonly needs?: 'stored' | 'breakWrites';
  readonly trial: (sink: AuditSink, under: SinkMeans) => Promise<void>;
}

/** All that every sink must do. */
export const SINK_TRIALS: readonly SinkTrial[] = [
  {
    title: 'returns the event in its place, complete and frozen',
    trial: returnsTheEvent,
  },
  { title: 'numbers events from 1 without gaps, in the order of the calls', trial: keepsOrder },
  {
    title: 'keeps one terminal event per invocation id: a second append returns the first',
    trial: isIdempotent,
  },
  {
    title: 'keeps one terminal event per invocation id when fifty appends race',
    trial: isIdempotentInARace,
  },
  { title: 'keeps every notice', trial: keepsNotices },
  {
    title: 'reads all, by kind, after a number, the last so many, and any mix of these',
    trial: reads,
  },
  { title: 'what it holds is one chain that verification accepts', trial: verifies },
  { title: 'writes the closed fields and nothing else of a hostile draft', trial: isClosed },
  {
    title: 'writes foreign texts as one line of safe characters',
    trial: makesTextsSafe,
  },
  {
    title: 'holds no content of a draft that carries some',
    trial: holdsNoContent,
  },
  { title: 'refuses a draft that is no event, and goes on', trial: refusesWhatIsNoEvent },
  { title: 'nothing that was handed out changes what it holds', trial: cannotBeChanged },
  {
    title: 'an append resolves only when it and all before it can be found by another reader',
    needs: 'stored',
    trial: isDurable,
  },
  {
    title: 'no canary stands in any byte of what it keeps',
    needs: 'stored',
    trial: storesNoContent,
  },
  {
    title: 'after a failed write every append rejects, and what was acknowledged can be read',
    needs: 'breakWrites',
    trial: failsClosed,
  },
];

const TIME = '2026-01-02T03:04:05.678Z';
const CANARY = 'Canary7f3aQ';

/** A UUID for a number. */
function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

type InvocationDraft = Extract<EventDraft, { kind: 'invocation' }>;

function invocation(number: number, more: Partial<InvocationDraft> = {}): InvocationDraft {
  const fixed = {
    kind: 'invocation',
    id: idOf(number),
    time: TIME,
    capability: 'notes.read',
  } as const;
  return { ...fixed, stage_reached: 'executed', outcome: 'completed', duration_ms: 1.5, ...more };
}

function notice(number: number): EventDraft {
  return {
    kind: 'grant',
    id: idOf(number),
    time: TIME,
    principal: 'person:ada',
    subject: idOf(7),
    code: 'given',
  };
}

async function returnsTheEvent(sink: AuditSink): Promise<void> {
  const draft: InvocationDraft = {
    ...invocation(1),
    version: 3,
    side_effect: 'mutating',
    network: 'external',
    stage_reached: 'rejected-at-execute',
    outcome: 'unknown',
    code: 'timed_out',
    reason: 'printer_offline',
    ruling: 'ask',
    rule: 'rule-1',
    policy_revision: 0,
    origin: 'plan',
    principal: 'mind:scout',
    intention: 'intent/4',
    modified: true,
    result_bytes: 12,
    duration_ms: 1234.567,
  };
  const event = await sink.append(draft);
  for (const [name, value] of Object.entries(draft))
    same(fieldOf(event, name), value, `the field ${name}`);
  same(event.seq, 1, 'the first number');
  check(/^[0-9a-f]{64}$/.test(event.hash), 'its hash is not SHA-256 in lower-case hex');
  check(Object.isFrozen(event), 'it is not frozen');
  const bare = await sink.append(invocation(2));
  const keys = Object.keys(bare).filter((name) => fieldOf(bare, name) !== undefined);
  same(keys.length, 11, 'the number of fields of an event of which nothing else is known');
}

async function keepsOrder(sink: AuditSink): Promise<void> {
  const drafts = Array.from({ length: 200 }, (_, index) => invocation(index + 1));
  const appended = await Promise.all(drafts.map((draft) => append(sink, draft)));
  appended.forEach((event, index) => {
    same(event.id, drafts[index]?.id, 'the event that an append returned');
    same(event.seq, index + 1, 'its number');
  });
  same(textOf(await all(sink)), textOf(appended), 'what is read');
}

async function isIdempotent(sink: AuditSink): Promise<void> {
  const first = await sink.append(invocation(1));
  await sink.append(invocation(2));
  const second = await sink.append(
    invocation(1, { outcome: 'unknown', capability: 'other.thing' }),
  );
  same(textOf([second]), textOf([first]), 'what the second append returned');
  await sink.append({ ...notice(3), id: idOf(1) });
  const third = await sink.append(invocation(1));
  same(textOf([third]), textOf([first]), 'what an append after a notice of the same id returned');
  same((await all(sink)).map(({ seq }) => seq).join(), '1,2,3', 'the numbers');
}

async function isIdempotentInARace(sink: AuditSink): Promise<void> {
  const racing = Array.from({ length: 50 }, (_, index) =>
    append(sink, invocation(1, { duration_ms: index })),
  );
  const answers = await Promise.all(racing);
  same(new Set(answers.map((event) => textOf([event]))).size, 1, 'the number of different answers');
  same(fieldOf(answers[0], 'duration_ms'), 0, 'the event that won: not the first call');
  same((await all(sink)).length, 1, 'the number of events');
}

async function keepsNotices(sink: AuditSink): Promise<void> {
  const kinds = [
    'decision',
    'grant',
    'configuration',
    'late_settlement',
    'clock_moved_back',
    'checkpoint',
  ] as const;
  for (const [index, kind] of kinds.entries())
    await sink.append({ kind, id: idOf(index + 1), time: TIME });
  same((await all(sink)).map(({ kind }) => kind).join(), kinds.join(), 'the kinds');
}

async function reads(sink: AuditSink): Promise<void> {
  same((await all(sink)).length, 0, 'the number of events in an empty sink');
  for (let number = 1; number <= 12; number += 1)
    await sink.append(number % 3 === 0 ? notice(number) : invocation(number));
  const expected: readonly (readonly [AuditQuery, string])[] = [
    [{}, '1,2,3,4,5,6,7,8,9,10,11,12'],
    [{ kinds: ['grant'] }, '3,6,9,12'],
    [{ kinds: [] }, ''],
    [{ kinds: ['grant', 'invocation'], afterSeq: 9 }, '10,11,12'],
    [{ afterSeq: 12 }, ''],
    [{ last: 3 }, '10,11,12'],
    [{ last: 0 }, ''],
    [{ last: 100 }, '1,2,3,4,5,6,7,8,9,10,11,12'],
    [{ kinds: ['grant'], last: 2 }, '9,12'],
    [{ kinds: ['invocation'], afterSeq: 4, last: 3 }, '8,10,11'],
    [{ afterSeq: 10, last: 5 }, '11,12'],
  ];
  for (const [query, numbers] of expected)
    same(
      (await all(sink, query)).map(({ seq }) => seq).join(),
      numbers,
      `the answer to ${JSON.stringify(query)}`,
    );
}

async function verifies(sink: AuditSink): Promise<void> {
  for (let number = 1; number <= 20; number += 1)
    await sink.append(number % 5 === 0 ? notice(number) : invocation(number));
  const events = await all(sink);
  const report = await verifyChain(events, { startsAt: 1 });
  same(report.faults.length, 0, 'the number of faults');
  same(report.lines, 20, 'the number of events');
  const lines = events.map((event) => serializeEvent(event));
  check((await verifyChain(lines)).ok, 'its lines do not verify');
}

/** A draft with everything on it that must not get into an event. */
function hostile(number: number): { readonly draft: EventDraft; readonly looks: () => number } {
  let looks = 0;
  const look = (): string => {
    looks += 1;
    return CANARY;
  };
  const inherited = { principal: `person:${CANARY}`, args: CANARY, modified: true };
  const draft: object = Object.create(inherited) as object;
  Object.assign(draft, invocation(number), {
    args: { secret: CANARY },
    result: CANARY,
    error: new Error(CANARY),
    code: `failed: ${CANARY}`,
    reason: CANARY,
    side_effect: CANARY,
    version: '1',
    modified: CANARY,
    writer: CANARY,
    seq: 99,
    hash: CANARY,
    toJSON: look,
    [CANARY]: 1,
    [Symbol(CANARY)]: CANARY,
  });
  for (const name of ['detail', 'origin'])
    Object.defineProperty(draft, name, { get: look, enumerable: true });
  return { draft: draft as EventDraft, looks: () => looks };
}

async function isClosed(sink: AuditSink): Promise<void> {
  const { draft, looks } = hostile(1);
  const event = await sink.append(draft);
  // More looks than accessors would mean that what is written need not be what was checked.
  check(looks() <= 2, 'an accessor was called twice, or `toJSON` was');
  const [read] = await all(sink);
  for (const one of [event, read]) {
    const bare =
      'kind,id,writer,seq,time,capability,stage_reached,outcome,duration_ms,prev_hash,hash';
    same(known(one), bare, 'the fields');
    same(one?.seq, 1, 'the number');
  }
}

async function makesTextsSafe(sink: AuditSink): Promise<void> {
  const nasty = 'a\r\n{"kind":"invocation"}\u2028\u001b[31m\u202e\\"é\ud800 b';
  const event = await sink.append(
    invocation(1, { capability: nasty.repeat(20), principal: nasty, intention: nasty, rule: '' }),
  );
  const [read] = await all(sink);
  for (const name of ['capability', 'principal', 'intention', 'rule']) {
    const text = fieldOf(event, name);
    check(
      typeof text === 'string' && /^[\w.:@/-]{1,128}$/.test(text),
      `${name} is not of safe characters`,
    );
    same(fieldOf(read, name), text, `what was read of ${name}`);
  }
}

async function holdsNoContent(sink: AuditSink): Promise<void> {
  await sink.append(hostile(1).draft);
  check(!JSON.stringify(await all(sink)).includes(CANARY), 'the canary can be read');
}

async function storesNoContent(sink: AuditSink, { stored }: SinkMeans): Promise<void> {
  await sink.append(hostile(1).draft);
  await sink.append(invocation(2));
  const text = (await stored?.(sink)) ?? '';
  check(text.includes(idOf(2)), 'what was appended is not among what is stored');
  check(!text.includes(CANARY), 'the canary is stored');
}

async function refusesWhatIsNoEvent(sink: AuditSink): Promise<void> {
  const none: readonly object[] = [
    {},
    { ...invocation(1), kind: 'other' },
    { ...invocation(1), id: CANARY },
    { ...invocation(1), time: 'yesterday' },
    { ...invocation(1), stage_reached: 'done' },
    { ...invocation(1), outcome: CANARY },
    { ...invocation(1), duration_ms: -1 },
    { ...invocation(1), duration_ms: Number.NaN },
    { ...invocation(1), capability: 7 },
  ];
  for (const draft of none) {
    const message = await refusalOf(() => sink.append(draft as EventDraft));
    check(message !== undefined, 'a draft that is no event was taken');
    check(!message.includes(CANARY), 'the refusal repeats a value');
  }
  await sink.append(invocation(1));
  const report = await verifyChain(await all(sink), { startsAt: 1 });
  check(report.ok && report.lines === 1, 'what is held is not just the one event');
}

async function cannotBeChanged(sink: AuditSink): Promise<void> {
  const draft = { ...invocation(1) };
  const appending = sink.append(draft);
  Object.assign(draft, { outcome: 'unknown', capability: 'changed.later' });
  const before = textOf([await appending]);
  const [read] = await all(sink);
  if (read !== undefined) Reflect.set(read, 'outcome', 'unknown');
  same(textOf(await all(sink)), before, 'what is held');
}

async function isDurable(sink: AuditSink, { stored }: SinkMeans): Promise<void> {
  const drafts = Array.from({ length: 30 }, (_, index) => invocation(index + 1));
  await Promise.all(
    drafts.map(async (draft, index) => {
      await sink.append(draft);
      const text = (await stored?.(sink)) ?? '';
      for (const { id } of drafts.slice(0, index + 1))
        check(text.includes(id), 'an acknowledged event cannot be found');
    }),
  );
}

async function failsClosed(sink: AuditSink, { breakWrites }: SinkMeans): Promise<void> {
  await sink.append(invocation(1));
  await breakWrites?.(sink);
  const group = [2, 3, 4].map((number) => refusalOf(() => sink.append(invocation(number))));
  for (const refusal of await Promise.all(group))
    check(refusal !== undefined, 'an append succeeded that was not written');
  check(
    (await refusalOf(() => sink.append(invocation(5)))) !== undefined,
    'a later append succeeded',
  );
  check(
    (await refusalOf(() => sink.append(invocation(2)))) !== undefined,
    'a repeated append succeeded',
  );
  same((await all(sink)).map(({ seq }) => seq).join(), '1', 'what can be read');
}

// A promise also of those sinks that answer at once; the call itself is made at once.
async function append(sink: AuditSink, draft: EventDraft): Promise<AuditEvent> {
  return sink.append(draft);
}

async function all(sink: AuditSink, query?: AuditQuery): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for await (const event of sink.read(query)) events.push(event);
  return events;
}

async function refusalOf(attempt: () => Awaitable<AuditEvent>): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'something was thrown';
  }
}

function textOf(events: readonly AuditEvent[]): string {
  return events.map((event) => serializeEvent(event)).join('\n');
}

function known(event: AuditEvent | undefined): string {
  return Object.entries(event ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .join();
}

function fieldOf(event: AuditEvent | undefined, name: string): unknown {
  return event?.[name as keyof InvocationEvent & keyof AuditEvent];
}

function same(found: unknown, due: unknown, what: string): void {
  check(Object.is(found, due), `${what}: found ${String(found)}, not ${String(due)}`);
}

function check(holds: boolean, complaint: string): asserts holds {
  if (!holds) throw new Error(complaint);
}
