import type { Origin } from '../contract/caller.js';
import type { Effect, Network, SideEffect } from '../contract/classification.js';
import {
  NOTICE_KINDS,
  type AuditEvent,
  type InvocationEvent,
  type NoticeEvent,
  type Placed,
} from './event.js';
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
  const head = { kind, id, writer, seq, time, prev_hash };
  return kind === 'invocation' ? composeInvocation(source, head) : composeNotice(source, head);
}

/** What every event begins with, and the hash before it. */
type Head = Place & Pick<Unsealed, 'kind'> & { readonly id: string; readonly time: string };

// Field by field, and into both forms at once: a loop over a table costs half a link more, and
// every invocation pays for it. INVARIANT: the order here is the order of the keys in the file.
function composeInvocation(source: Source, head: Head): Composed {
  const { kind, id, writer, seq, time, prev_hash } = head;
  const said = fieldsOf(source);
  const duration_ms = readMilliseconds(said.duration_ms);
  const result_bytes = readInteger(said.result_bytes, 0);
  if (
    last !== undefined &&
    duration_ms !== undefined &&
    result_bytes !== undefined &&
    isSaidAlike(last.said, said)
  )
    return composeUsual(last, head, result_bytes, duration_ms);

  const capability = readText(said.capability) ?? missing('capability');
  const stage = CLOSED.stageReached.get(said.stage_reached) ?? missing('stage_reached');
  const outcome = CLOSED.outcome.get(said.outcome) ?? missing('outcome');
  if (duration_ms === undefined) missing('duration_ms');

  const version = readInteger(said.version, 1);
  const sideEffect = CLOSED.sideEffect.get(said.side_effect);
  const network = CLOSED.network.get(said.network);
  const code = readWord(said.code);
  const reason = readWord(said.reason);
  const ruling = CLOSED.ruling.get(said.ruling);
  const rule = readText(said.rule);
  const policy_revision = readInteger(said.policy_revision, 0);
  const origin = CLOSED.origin.get(said.origin);
  const principal = readText(said.principal);
  const intention = readText(said.intention);
  const modified = said.modified === true;

  // What nearly every event has, and no more.
  if (
    version !== undefined &&
    sideEffect !== undefined &&
    network !== undefined &&
    ruling !== undefined &&
    policy_revision !== undefined &&
    origin !== undefined &&
    principal !== undefined &&
    result_bytes !== undefined &&
    code === undefined &&
    reason === undefined &&
    rule === undefined &&
    intention === undefined &&
    !modified
  ) {
    const text = `","capability":"${capability}","version":${version}${sideEffect.text}${network.text}${stage.text}${outcome.text}${ruling.text},"policy_revision":${policy_revision}${origin.text},"principal":"${principal}","result_bytes":`;
    text.charCodeAt(0); // makes one flat string of its pieces, once, instead of at each hash
    last = {
      said,
      text,
      capability,
      version,
      side_effect: sideEffect.word,
      network: network.word,
      stage_reached: stage.word,
      outcome: outcome.word,
      ruling: ruling.word,
      policy_revision,
      origin: origin.word,
      principal,
    };
    return composeUsual(last, head, result_bytes, duration_ms);
  }

  const event: Unsealed = { kind, id, writer, seq, time, capability };
  let text = `${headText(head)}","capability":"${capability}"`;
  if (version !== undefined) text += `,"version":${(event.version = version)}`;
  if (sideEffect !== undefined) {
    event.side_effect = sideEffect.word;
    text += sideEffect.text;
  }
  if (network !== undefined) {
    event.network = network.word;
    text += network.text;
  }
  event.stage_reached = stage.word;
  event.outcome = outcome.word;
  text += stage.text + outcome.text;
  if (code !== undefined) text += `,"code":"${(event.code = code)}"`;
  if (reason !== undefined) text += `,"reason":"${(event.reason = reason)}"`;
  if (ruling !== undefined) {
    event.ruling = ruling.word;
    text += ruling.text;
  }
  if (rule !== undefined) text += `,"rule":"${(event.rule = rule)}"`;
  if (policy_revision !== undefined)
    text += `,"policy_revision":${(event.policy_revision = policy_revision)}`;
  if (origin !== undefined) {
    event.origin = origin.word;
    text += origin.text;
  }
  if (principal !== undefined) text += `,"principal":"${(event.principal = principal)}"`;
  if (intention !== undefined) text += `,"intention":"${(event.intention = intention)}"`;
  if (modified) {
    event.modified = true;
    text += ',"modified":true';
  }
  if (result_bytes !== undefined) text += `,"result_bytes":${(event.result_bytes = result_bytes)}`;
  text += `,"duration_ms":${(event.duration_ms = duration_ms)}`;
  event.prev_hash = prev_hash;
  return { event, text: `${text},"prev_hash":"${prev_hash}"` };
}

function composeNotice(source: Source, head: Head): Composed {
  const { kind, id, writer, seq, time, prev_hash } = head;
  const own = optionalOf(source);
  const event: Unsealed = { kind, id, writer, seq, time };
  let text = `${headText(head)}"`;
  const principal = readText(own.principal);
  if (principal !== undefined) text += `,"principal":"${(event.principal = principal)}"`;
  const subject = readText(own.subject);
  if (subject !== undefined) text += `,"subject":"${(event.subject = subject)}"`;
  const code = readWord(own.code);
  if (code !== undefined) text += `,"code":"${(event.code = code)}"`;
  event.prev_hash = prev_hash;
  return { event, text: `${text},"prev_hash":"${prev_hash}"` };
}

const headText = ({ kind, id, writer, seq, time }: Head): string =>
  `{"kind":"${kind}","id":"${id}","writer":"${writer}","seq":${seq},"time":"${time}`;

/** The middle of a usual event: what it was read from, what was read, and how that is written. */
interface Usual extends Pick<InvocationEvent, 'capability' | 'stage_reached' | 'outcome'> {
  readonly said: Fields;
  readonly text: string;
  readonly version: number;
  readonly side_effect: SideEffect;
  readonly network: Network;
  readonly ruling: Effect;
  readonly policy_revision: number;
  readonly origin: Origin;
  readonly principal: string;
}

/** The last usual event: what a busy door records next is mostly alike, and needs no second reading. */
let last: Usual | undefined;

// Written in one piece: an object that is made with all its keys, and a text that is put together
// once, cost half of what growing them does.
function composeUsual(
  usual: Usual,
  head: Head,
  result_bytes: number,
  duration_ms: number,
): Composed {
  const { kind, id, writer, seq, time, prev_hash } = head;
  const event: Unsealed = {
    kind,
    id,
    writer,
    seq,
    time,
    capability: usual.capability,
    version: usual.version,
    side_effect: usual.side_effect,
    network: usual.network,
    stage_reached: usual.stage_reached,
    outcome: usual.outcome,
    ruling: usual.ruling,
    policy_revision: usual.policy_revision,
    origin: usual.origin,
    principal: usual.principal,
    result_bytes,
    duration_ms,
    prev_hash,
    hash: '',
  };
  const text = `${headText(head)}${usual.text}${result_bytes},"duration_ms":${duration_ms},"prev_hash":"${prev_hash}"`;
  return { event, text };
}

/** What a draft of an invocation says, each field read once. Not one of them is checked yet. */
type Fields = Readonly<Record<Exclude<keyof InvocationEvent, keyof Placed | 'kind'>, unknown>>;

/** Whether two drafts say the same but for what every attempt has its own of. */
const isSaidAlike = (one: Fields, other: Fields): boolean =>
  one.capability === other.capability &&
  one.version === other.version &&
  one.side_effect === other.side_effect &&
  one.network === other.network &&
  one.stage_reached === other.stage_reached &&
  one.outcome === other.outcome &&
  one.code === other.code &&
  one.reason === other.reason &&
  one.ruling === other.ruling &&
  one.rule === other.rule &&
  one.policy_revision === other.policy_revision &&
  one.origin === other.origin &&
  one.principal === other.principal &&
  one.intention === other.intention &&
  one.modified === other.modified;

function fieldsOf(source: Source): Fields {
  const own = optionalOf(source);
  return {
    capability: source.capability,
    stage_reached: source.stage_reached,
    outcome: source.outcome,
    duration_ms: source.duration_ms,
    version: own.version,
    side_effect: own.side_effect,
    network: own.network,
    code: own.code,
    reason: own.reason,
    ruling: own.ruling,
    rule: own.rule,
    policy_revision: own.policy_revision,
    origin: own.origin,
    principal: own.principal,
    intention: own.intention,
    modified: own.modified,
    result_bytes: own.result_bytes,
  };
}

const OPTIONAL = [
  'version',
  'side_effect',
  'network',
  'code',
  'reason',
  'ruling',
  'rule',
  'policy_revision',
  'origin',
  'principal',
  'intention',
  'modified',
  'result_bytes',
  'subject',
] as const satisfies readonly (keyof Source)[];

/**
 * Gives the fields that a draft may lack, as far as they are its own: never what somebody put on a
 * prototype.
 */
function optionalOf(source: Source): Partial<Source> {
  const prototype: unknown = Object.getPrototypeOf(source);
  // Asking each field whether it is its own costs as much as writing them all. That a prototype has
  // none of them is nearly always so, and asked by name costs nothing.
  if (prototype === Object.prototype && !hasAField(Object.prototype)) return source;
  const own = Object.create(null) as Partial<Record<keyof Source, unknown>>;
  for (const name of OPTIONAL) own[name] = Object.hasOwn(source, name) ? source[name] : undefined;
  return own;
}

// By literal names, since a loop over `OPTIONAL` would cost what this is to spare.
const hasAField = (prototype: object): boolean =>
  'version' in prototype ||
  'side_effect' in prototype ||
  'network' in prototype ||
  'code' in prototype ||
  'reason' in prototype ||
  'ruling' in prototype ||
  'rule' in prototype ||
  'policy_revision' in prototype ||
  'origin' in prototype ||
  'principal' in prototype ||
  'intention' in prototype ||
  'modified' in prototype ||
  'result_bytes' in prototype ||
  'subject' in prototype;

/**
 * Writes an event as one line of JSON, without the line break: one fixed order of keys, printable
 * ASCII only, at most 1,700 characters, and nothing but the closed fields.
 *
 * @throws TypeError — when a field without which there is no event is missing.
 */
export function serializeEvent(event: AuditEvent): string {
  return `${compose(event, event).text},"hash":"${event.hash}"}`;
}
