import { isAbsolute, normalize } from 'node:path';
import { ContractError } from '../../../contract/contract-error.js';
import { isWhole } from '../../../internal/whole.js';

/** A place in a program's arguments that a handler fills, by name. */
export interface Slot {
  readonly slot: string;
  /**
   * What a value must be as a whole. Its flags are not looked at: it is matched by code points, and
   * nothing else. How long it may take to match is its author's to see.
   */
  readonly pattern: RegExp;
  /** How long a value may be, in characters. At most 4,096. */
  readonly maxLength: number;
  /** How many values it takes; each is an argument of its own. One unless stated. */
  readonly maxItems?: number;
  /** Written before each value, as an argument of its own. */
  readonly flag?: string;
  /** Left out together with its flag where a handler gives nothing. */
  readonly optional?: boolean;
}

/** A program that can be run: where it is, and every argument it can ever get. Fixed in code. */
export interface ProgramDescription {
  /** What a contract calls it; a lower-case word. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly args: readonly (string | Slot)[];
  /** How much it may say, in bytes. */
  readonly maxOutputBytes: number;
  /** Gives the beginning of an output that is longer, instead of `too_large`. */
  readonly cut?: boolean;
  /** How long it may run, in milliseconds; the invocation's own bound holds besides. */
  readonly timeoutMs: number;
}

/** A program that was accepted. */
export interface Program extends ProgramDescription {
  readonly '~program'?: true;
}

const WORD = /^[a-z][a-z0-9_]{0,63}$/;
const accepted = new WeakSet<object>();

/**
 * Describes a program: where it lies, its verb, and the shape of every argument.
 *
 * @throws ContractError — when something is left open: a path that is not absolute, a slot without bounds.
 */
export function defineProgram(description: ProgramDescription): Program {
  const { name, path, args, maxOutputBytes, timeoutMs } = description;
  const refuse = (fault: string): never => {
    throw new ContractError(`program ${WORD.test(name) ? name : ''}`, fault);
  };
  if (!WORD.test(name)) refuse('`name` is not a lower-case word');
  if (!isAbsolute(path) || normalize(path) !== path) refuse('`path` is not absolute and plain');
  if (!isWhole(maxOutputBytes, 1, 16_777_216))
    refuse('`maxOutputBytes` is not from 1 to 16,777,216');
  if (!isWhole(timeoutMs, 1, 3_600_000)) refuse('`timeoutMs` is not from 1 to 3,600,000');
  const slots = args.filter((one): one is Slot => typeof one !== 'string');
  for (const { slot, pattern, maxLength, maxItems = 1 } of slots) {
    if (!WORD.test(slot)) refuse('a slot is not named by a lower-case word');
    if (!(pattern instanceof RegExp)) refuse(`the slot \`${slot}\` has no pattern`);
    if (!isUnicode(pattern)) refuse(`the pattern of \`${slot}\` is none with the flag \`u\``);
    if (!isWhole(maxLength, 1, 4_096))
      refuse(`\`maxLength\` of \`${slot}\` is not from 1 to 4,096`);
    if (!isWhole(maxItems, 1, 64)) refuse(`\`maxItems\` of \`${slot}\` is not from 1 to 64`);
  }
  if (new Set(slots.map(({ slot }) => slot)).size !== slots.length)
    refuse('two slots share a name');
  const program = Object.freeze<Program>({
    ...description,
    args: Object.freeze(args.map((one) => (typeof one === 'string' ? one : Object.freeze(one)))),
  });
  accepted.add(program);
  return program;
}

/** Tells whether a program was described and accepted. */
export const isProgram = (value: unknown): value is Program =>
  typeof value === 'object' && value !== null && accepted.has(value);

/** A value is matched by code points: what is a pattern only without that would fail at each call. */
function isUnicode({ source }: RegExp): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}
