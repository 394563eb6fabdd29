import { NOTICE_KINDS, type AuditEvent, type InvocationEvent, type NoticeEvent } from './event.js';
import {
  CLOSED,
  own,
  readId,
  readInteger,
  readMilliseconds,
  readText,
  readTime,
  readWord,
} from './fields.js';

type Writable<E> = { -readonly [K in keyof E]?: E[K] };
/** An event in the making: it has its place, and no hash yet. */
type Unsealed = Writable<Omit<InvocationEvent, 'kind'> & Omit<NoticeEvent, 'kind'>> & {
  kind: AuditEvent['kind'];
};

/** Where in a chain an event is to stand. */
export interface Place {
  readonly writer: string;
  readonly seq: number;
  readonly prev_hash: string;
}

/** An event that has its place but not its hash, as an object and as text. */
export interface Composed {
  /** Its keys are in the order in which they are written. */
  readonly event: Unsealed;
  /** Its JSON, open at the end: neither `hash` nor the closing brace. */
  readonly text: string;
}

const KINDS: ReadonlyMap<unknown, AuditEvent['kind']> = new Map(
  (['invocation', ...NOTICE_KINDS] as const).map((kind) => [kind, kind]),
);

function missing(field: string): never {
  throw new TypeError(`audit event: \`${field}\` is missing or is no value of that field`);
}

/**
 * Writes an event's closed fields in their one order: `kind`, `id`, `writer`, `seq`, `time`, those
 * of its kind as `event.ts` lists them, `prev_hash`.
 *
 * Reads own data properties only, each once, and nothing but the fields it knows.
 * An optional field whose value is none of that field's is left out: never guessed, never copied.
 *
 * @throws TypeError — when `kind`, `id`, `time`, `capability`, `stage_reached`, `outcome` or `duration_ms` is missing.
 */
export function compose(source: object, place: Place): Composed {
  const kind = KINDS.get(own(source, 'kind')) ?? missing('kind');
  const id = readId(own(source, 'id')) ?? missing('id');
  const time = readTime(own(source, 'time')) ?? missing('time');
  const { writer, seq, prev_hash } = place;
  const event: Unsealed = { kind, id, writer, seq, time };
  const head = `{"kind":"${kind}","id":"${id}","writer":"${writer}","seq":${seq},"time":"${time}"`;
  const body = kind === 'invocation' ? writeInvocation(source, event) : writeNotice(source, event);
  event.prev_hash = prev_hash;
  return { event, text: `${head}${body},"prev_hash":"${prev_hash}"` };
}

// Field by field, and into both forms at once: a loop over a table costs half a link more, and
// every invocation pays for it. INVARIANT: the order here is the order of the keys in the file.
function writeInvocation(source: object, event: Unsealed): string {
  const capability = (event.capability = readText(own(source, 'capability')) ?? missing('capability'));
  let text = `,"capability":"${capability}"`;
  const version = readInteger(own(source, 'version'), 1);
  if (version !== undefined) text += `,"version":${(event.version = version)}`;
  const sideEffect = CLOSED.sideEffect.get(own(source, 'side_effect'));
  if (sideEffect !== undefined) {
    event.side_effect = sideEffect.word;
    text += sideEffect.text;
  }
  const network = CLOSED.network.get(own(source, 'network'));
  if (network !== undefined) {
    event.network = network.word;
    text += network.text;
  }
  const stage = CLOSED.stageReached.get(own(source, 'stage_reached')) ?? missing('stage_reached');
  event.stage_reached = stage.word;
  const outcome = CLOSED.outcome.get(own(source, 'outcome')) ?? missing('outcome');
  event.outcome = outcome.word;
  text += stage.text + outcome.text;
  text += writeReasons(source, event);
  text += writeOrigin(source, event);
  if (own(source, 'modified') === true) {
    event.modified = true;
    text += ',"modified":true';
  }
  const bytes = readInteger(own(source, 'result_bytes'), 0);
  if (bytes !== undefined) text += `,"result_bytes":${(event.result_bytes = bytes)}`;
  const duration = readMilliseconds(own(source, 'duration_ms')) ?? missing('duration_ms');
  return `${text},"duration_ms":${(event.duration_ms = duration)}`;
}

function writeReasons(source: object, event: Unsealed): string {
  let text = '';
  const code = readWord(own(source, 'code'));
  if (code !== undefined) text = `,"code":"${(event.code = code)}"`;
  const reason = readWord(own(source, 'reason'));
  if (reason !== undefined) text += `,"reason":"${(event.reason = reason)}"`;
  const ruling = CLOSED.ruling.get(own(source, 'ruling'));
  if (ruling !== undefined) {
    event.ruling = ruling.word;
    text += ruling.text;
  }
  const rule = readText(own(source, 'rule'));
  if (rule !== undefined) text += `,"rule":"${(event.rule = rule)}"`;
  const revision = readInteger(own(source, 'policy_revision'), 0);
  if (revision !== undefined) text += `,"policy_revision":${(event.policy_revision = revision)}`;
  return text;
}

function writeOrigin(source: object, event: Unsealed): string {
  let text = '';
  const origin = CLOSED.origin.get(own(source, 'origin'));
  if (origin !== undefined) {
    event.origin = origin.word;
    text = origin.text;
  }
  const principal = readText(own(source, 'principal'));
  if (principal !== undefined) text += `,"principal":"${(event.principal = principal)}"`;
  const intention = readText(own(source, 'intention'));
  if (intention !== undefined) text += `,"intention":"${(event.intention = intention)}"`;
  return text;
}

function writeNotice(source: object, event: Unsealed): string {
  let text = '';
  const principal = readText(own(source, 'principal'));
  if (principal !== undefined) text = `,"principal":"${(event.principal = principal)}"`;
  const subject = readText(own(source, 'subject'));
  if (subject !== undefined) text += `,"subject":"${(event.subject = subject)}"`;
  const code = readWord(own(source, 'code'));
  if (code !== undefined) text += `,"code":"${(event.code = code)}"`;
  return text;
}

/**
 * Writes an event as one line of JSON, without the line break: one fixed order of keys, printable
 * ASCII only, at most 1,700 characters, and nothing but the closed fields.
 *
 * @throws TypeError — when a field without which there is no event is missing.
 */
export function serializeEvent(event: AuditEvent): string {
  return `${compose(event, event).text},"hash":"${event.hash}"}`;
}
