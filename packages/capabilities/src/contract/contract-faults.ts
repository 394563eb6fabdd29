import { EXTERNAL_POWERS, POWER_NAMES, type PowerName } from '../powers/powers.js';
import { BOUND_LIMITS, BOUND_NAMES } from './bounds.js';
import {
  CONFIRMATION,
  derivedRuling,
  STRICTNESS,
  type Network,
  type SideEffect,
} from './classification.js';
import { CONTRACT_KEYS } from './contract.js';

/** A contract as it arrives: whatever a plain JavaScript author may have written. */
export type Unread = Readonly<Record<string, unknown>>;

/** Dotted lower case. Source: decision «Names». */
const NAME = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/;
/** A locked capability may have a single segment, as `sudo_shell` has. */
const LOCKED_NAME = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;
const MAX_NAME = 128;
const WORD = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_TEXT = 2_000;

type Rule = (contract: Unread) => string | undefined;

/** Says what is wrong with a contract, its schemas aside, or nothing. The first fault in this order. */
export function contractFault(contract: Unread): string | undefined {
  for (const rule of RULES) {
    const fault = rule(contract);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const RULES: readonly Rule[] = [
  (c) => {
    const unknown = Object.keys(c).find((key) => !CONTRACT_KEYS.has(key));
    if (unknown === 'confirmation')
      return 'has a key `confirmation`: it is derived from `sideEffect` and `network`, remove the key';
    return unknown === undefined ? undefined : `has an unknown key \`${unknown}\``;
  },
  (c) =>
    typeof c['name'] === 'string' &&
    c['name'].length <= MAX_NAME &&
    (c['locked'] === true ? LOCKED_NAME : NAME).test(c['name'])
      ? undefined
      : 'the name is not dotted lower case of at most 128 characters, such as `host.disk.usage`',
  (c) =>
    Number.isSafeInteger(c['version']) && Number(c['version']) >= 1
      ? undefined
      : 'the version is not a whole number from 1',
  (c) =>
    isText(c['summary']) ? undefined : '`summary` is not a sentence of 1 to 2,000 characters',
  (c) => (c['args'] === undefined ? '`args` is missing: state a schema of type object' : undefined),
  (c) => (c['result'] === undefined ? '`result` is missing: state a schema' : undefined),
  (c) =>
    typeof c['sideEffect'] === 'string' && Object.hasOwn(CONFIRMATION, c['sideEffect'])
      ? undefined
      : '`sideEffect` is not `read_only` or `mutating`',
  (c) =>
    typeof c['network'] === 'string' && Object.hasOwn(CONFIRMATION.read_only, c['network'])
      ? undefined
      : '`network` is not `local` or `external`',
  boundsFault,
  powersFault,
  (c) => listFault(c, 'effects', isText, 'sentences of at most 2,000 characters'),
  (c) => listFault(c, 'refusals', isWord, 'lower-case words'),
  (c) => listFault(c, 'failures', isWord, 'lower-case words'),
  (c) => functionFault(c, 'effect') ?? functionFault(c, 'target') ?? functionFault(c, 'admit'),
  (c) =>
    (c['target'] === undefined) === (c['targetKind'] === undefined)
      ? undefined
      : '`target` and `targetKind` go together: state both or neither',
  (c) => oneOfFault(c, 'targetKind', ['path', 'host', 'name']),
  (c) =>
    c['admit'] !== undefined &&
    (c['refusals'] === undefined || (c['refusals'] as unknown[]).length === 0)
      ? '`admit` needs `refusals`: list the words it may answer with'
      : undefined,
  (c) => booleanFault(c, 'idempotent') ?? booleanFault(c, 'locked'),
  (c) =>
    c['cost'] === undefined || (Number.isFinite(c['cost']) && Number(c['cost']) >= 0)
      ? undefined
      : '`cost` is not a number from 0',
  (c) => oneOfFault(c, 'trust', ['tool', 'low']),
  (c) => oneOfFault(c, 'defaultRuling', Object.keys(STRICTNESS)),
  rulingFault,
  (c) =>
    c['undo'] === undefined || isText(c['undo'])
      ? undefined
      : '`undo` is not a sentence of 1 to 2,000 characters',
  workFault,
];

function boundsFault(contract: Unread): string | undefined {
  const bounds = contract['bounds'];
  if (typeof bounds !== 'object' || bounds === null)
    return '`bounds` is missing: state all three limits';
  const stated = bounds as Unread;
  const unknown = Object.keys(stated).find(
    (key) => !(BOUND_NAMES as readonly string[]).includes(key),
  );
  if (unknown !== undefined) return `\`bounds\` has an unknown key \`${unknown}\``;
  for (const name of BOUND_NAMES) {
    const value = stated[name];
    if (value === undefined) return `\`bounds.${name}\` is missing: there is no default`;
    if (
      typeof value !== 'number' ||
      !Number.isSafeInteger(value) ||
      value < 1 ||
      value > BOUND_LIMITS[name]
    )
      return `\`bounds.${name}\` is not a whole number from 1 to ${BOUND_LIMITS[name]}`;
  }
  return undefined;
}

/** Which list a power needs, so that it is lent no more than is named. */
const NAMED_BY = {
  origin: 'origins',
  secret: 'secrets',
  settings: 'settings',
  command: 'programs',
  file: 'roots',
} as const;

function powersFault(contract: Unread): string | undefined {
  const powers = contract['powers'] === undefined ? [] : contract['powers'];
  if (
    !Array.isArray(powers) ||
    !powers.every((power) => (POWER_NAMES as readonly unknown[]).includes(power))
  )
    return `\`powers\` is not a list of ${POWER_NAMES.map((name) => `\`${name}\``).join(', ')}`;
  const named = new Set(powers as PowerName[]);
  if (named.size !== powers.length) return '`powers` names one power twice';
  if (contract['network'] === 'local' && [...named].some((power) => EXTERNAL_POWERS.has(power)))
    return "a `local` capability names a power that leaves the device: write `network: 'external'`";
  for (const [power, list] of Object.entries(NAMED_BY)) {
    const fault = listFault(contract, list, isText, 'texts');
    if (fault !== undefined) return fault;
    const length = (contract[list] as readonly unknown[] | undefined)?.length ?? 0;
    if (named.has(power as PowerName) && length === 0)
      return `the power \`${power}\` needs \`${list}\`: name what is to be lent`;
    if (!named.has(power as PowerName) && length > 0)
      return `\`${list}\` is there without the power \`${power}\``;
  }
  return listFault(
    contract,
    'roots',
    isRoot,
    'absolute paths whose segments are names or a whole `*`',
  );
}

function rulingFault(contract: Unread): string | undefined {
  const stated = contract['defaultRuling'];
  if (stated === undefined) return undefined;
  const derived = derivedRuling(
    contract['sideEffect'] as SideEffect,
    contract['network'] as Network,
  );
  return STRICTNESS[stated as keyof typeof STRICTNESS] >= STRICTNESS[derived]
    ? undefined
    : `\`defaultRuling\` is looser than the derived \`${derived}\`: it may only be stricter`;
}

function workFault(contract: Unread): string | undefined {
  const { handler, perform } = contract;
  if (handler !== undefined && perform !== undefined)
    return 'has both `handler` and `perform`: state one';
  if (handler === undefined && perform === undefined)
    return contract['locked'] === true
      ? undefined
      : '`handler` is missing: state the URL of its module';
  if (handler !== undefined && !(handler instanceof URL))
    return "`handler` is not a URL: write `new URL('./x.handler.js', import.meta.url)`";
  return perform === undefined || typeof perform === 'function'
    ? undefined
    : '`perform` is not a function';
}

function listFault(
  contract: Unread,
  key: string,
  fits: (value: unknown) => boolean,
  wanted: string,
): string | undefined {
  const list = contract[key];
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length > 100 || !list.every(fits))
    return `\`${key}\` is not a list of ${wanted}`;
  return new Set(list).size === list.length ? undefined : `\`${key}\` names one entry twice`;
}

function oneOfFault(contract: Unread, key: string, values: readonly string[]): string | undefined {
  const value = contract[key];
  return value === undefined || values.includes(value as string)
    ? undefined
    : `\`${key}\` is not one of ${values.map((one) => `\`${one}\``).join(', ')}`;
}

const functionFault: (contract: Unread, key: string) => string | undefined = (contract, key) =>
  contract[key] === undefined || typeof contract[key] === 'function'
    ? undefined
    : `\`${key}\` is not a function`;

const booleanFault: (contract: Unread, key: string) => string | undefined = (contract, key) =>
  contract[key] === undefined || typeof contract[key] === 'boolean'
    ? undefined
    : `\`${key}\` is not a boolean`;

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_TEXT;
const isWord = (value: unknown): boolean => typeof value === 'string' && WORD.test(value);
/** At least one segment, the first of them named; `*` is a whole segment or not there. */
const isRoot = (value: unknown): boolean => {
  if (typeof value !== 'string' || !value.startsWith('/')) return false;
  const segments = value.slice(1).split('/');
  return segments[0] !== '*' && segments.every((segment) => segment === '*' || isNamed(segment));
};

const isNamed = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && !/[*\\\0]/.test(segment);
