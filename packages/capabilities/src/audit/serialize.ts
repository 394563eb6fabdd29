import { NOTICE_KINDS, type AuditEvent, type InvocationEvent, type NoticeEvent } from './event.js';
import {
  CLOSED,
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

/** What is read of a draft: whatever it holds. */
type Source = Readonly<Record<keyof Unsealed, unknown>>;

/** A field that a draft may lack is read only where it is its own: never what somebody put on a prototype. */
const has = Object.hasOwn;

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
 * Reads nothing but the fields it knows, each once, and those that an event may lack only where they
 * are the draft's own.
 * An optional field whose value is none of that field's is left out: never guessed, never copied.
 *
 * @throws TypeError — when `kind`, `id`, `time`, `capability`, `stage_reached`, `outcome` or `duration_ms` is missing.
 */
export function compose(draft: object, place: Place): Composed {
  const source = draft as Source;
  const kind = KINDS.get(source.kind) ?? missing('kind');
  const id = readId(source.id) ?? missing('id');
  const time = readTime(source.time) ?? missing('time');
  const { writer, seq, prev_hash } = place;
  const event: Unsealed = { kind, id, writer, seq, time };
  const head = `{"kind":"${kind}","id":"${id}","writer":"${writer}","seq":${seq},"time":"${time}"`;
  const body = kind === 'invocation' ? writeInvocation(source, event) : writeNotice(source, event);
  event.prev_hash = prev_hash;
  return { event, text: `${head}${body},"prev_hash":"${prev_hash}"` };
}

// Field by field, and into both forms at once: a loop over a table costs half a link more, and
// every invocation pays for it. INVARIANT: the order here is the order of the keys in the file.
function writeInvocation(source: Source, event: Unsealed): string {
  const capability = (event.capability = readText(source.capability) ?? missing('capability'));
  let text = `,"capability":"${capability}"`;
  const version = readInteger(has(source, 'version') ? source.version : undefined, 1);
  if (version !== undefined) text += `,"version":${(event.version = version)}`;
  const sideEffect = CLOSED.sideEffect.get(
    has(source, 'side_effect') ? source.side_effect : undefined,
  );
  if (sideEffect !== undefined) {
    event.side_effect = sideEffect.word;
    text += sideEffect.text;
  }
  const network = CLOSED.network.get(has(source, 'network') ? source.network : undefined);
  if (network !== undefined) {
    event.network = network.word;
    text += network.text;
  }
  const stage = CLOSED.stageReached.get(source.stage_reached) ?? missing('stage_reached');
  event.stage_reached = stage.word;
  const outcome = CLOSED.outcome.get(source.outcome) ?? missing('outcome');
  event.outcome = outcome.word;
  text += stage.text + outcome.text;
  text += writeReasons(source, event);
  text += writeOrigin(source, event);
  if (has(source, 'modified') && source.modified === true) {
    event.modified = true;
    text += ',"modified":true';
  }
  const bytes = readInteger(has(source, 'result_bytes') ? source.result_bytes : undefined, 0);
  if (bytes !== undefined) text += `,"result_bytes":${(event.result_bytes = bytes)}`;
  const duration = readMilliseconds(source.duration_ms) ?? missing('duration_ms');
  return `${text},"duration_ms":${(event.duration_ms = duration)}`;
}

function writeReasons(source: Source, event: Unsealed): string {
  let text = '';
  const code = readWord(has(source, 'code') ? source.code : undefined);
  if (code !== undefined) text = `,"code":"${(event.code = code)}"`;
  const reason = readWord(has(source, 'reason') ? source.reason : undefined);
  if (reason !== undefined) text += `,"reason":"${(event.reason = reason)}"`;
  const ruling = CLOSED.ruling.get(has(source, 'ruling') ? source.ruling : undefined);
  if (ruling !== undefined) {
    event.ruling = ruling.word;
    text += ruling.text;
  }
  const rule = readText(has(source, 'rule') ? source.rule : undefined);
  if (rule !== undefined) text += `,"rule":"${(event.rule = rule)}"`;
  const revision = readInteger(
    has(source, 'policy_revision') ? source.policy_revision : undefined,
    0,
  );
  if (revision !== undefined) text += `,"policy_revision":${(event.policy_revision = revision)}`;
  return text;
}

function writeOrigin(source: Source, event: Unsealed): string {
  let text = '';
  const origin = CLOSED.origin.get(has(source, 'origin') ? source.origin : undefined);
  if (origin !== undefined) {
    event.origin = origin.word;
    text = origin.text;
  }
  const principal = readText(has(source, 'principal') ? source.principal : undefined);
  if (principal !== undefined) text += `,"principal":"${(event.principal = principal)}"`;
  const intention = readText(has(source, 'intention') ? source.intention : undefined);
  if (intention !== undefined) text += `,"intention":"${(event.intention = intention)}"`;
  return text;
}

function writeNotice(source: Source, event: Unsealed): string {
  let text = '';
  const principal = readText(has(source, 'principal') ? source.principal : undefined);
  if (principal !== undefined) text = `,"principal":"${(event.principal = principal)}"`;
  const subject = readText(has(source, 'subject') ? source.subject : undefined);
  if (subject !== undefined) text += `,"subject":"${(event.subject = subject)}"`;
  const code = readWord(has(source, 'code') ? source.code : undefined);
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
