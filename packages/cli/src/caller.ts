import {
  ContractError,
  createCaller,
  type Caller,
  type CallerFacts,
} from '@sovereign/capabilities';
import type { HostConfig } from '@sovereign/host';
import type { Options } from './options.js';
import { Stop } from './stop.js';

const PERSON = /^person:(?<id>[a-z][a-z0-9._-]{1,31})$/;

/** Who types: a person who asks and may decide. */
export interface Operator {
  /** The login name. */
  readonly person: string;
  readonly caller: Caller;
}

/**
 * States who asks: the person of `--as`, or the host's one operator; always with the origin `operator`.
 *
 * @throws Stop — when it cannot be told who, or an option is malformed.
 */
export function operatorOf(
  options: Pick<Options, 'as' | 'turn' | 'key'>,
  config: Pick<HostConfig, 'directory'>,
  signal: AbortSignal,
): Operator {
  const person =
    options.as === undefined ? onlyOperator(config) : PERSON.exec(options.as)?.groups?.['id'];
  if (person === undefined)
    throw new Stop(
      'usage',
      '--as: write `person:` and a login name, such as `person:owner`; only persons use a terminal',
    );
  const facts: CallerFacts = {
    principal: `person:${person}`,
    origin: 'operator',
    signal,
    ...(options.turn !== undefined && { occasion: `turn:${options.turn}` }),
    ...(options.key !== undefined && { key: options.key }),
  };
  try {
    return { person, caller: createCaller(facts) };
  } catch (thrown) {
    if (!ContractError.is(thrown)) throw thrown;
    throw new Stop('usage', optionFault(thrown.fault), thrown);
  }
}

/** Says a caller's fault in the words of the command line. */
function optionFault(fault: string): string {
  if (fault.startsWith('`occasion`')) return '--turn: an id is 1 to 64 letters, digits and `._-`';
  if (fault.startsWith('`key`')) return '--key: a key is 1 to 128 letters, digits and `._:/-`';
  return `the caller cannot be stated: ${fault}`;
}

function onlyOperator({ directory }: Pick<HostConfig, 'directory'>): string {
  const [one, ...more] = directory.persons.filter(
    ({ operator, active }) => operator === true && active !== false,
  );
  if (one === undefined || more.length > 0)
    throw new Stop(
      'usage',
      `this host has ${one === undefined ? 'no' : 'several'} operators: say who you are with \`--as person:<id>\``,
    );
  return one.id;
}
