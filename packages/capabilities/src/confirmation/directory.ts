import type { Pending } from './pending.js';
import { isPrincipalId } from '../contract/caller.js';
import { ContractError } from '../contract/contract-error.js';
import { foldName, loginNameFault } from './login-name.js';
import type { Awaitable } from '../internal/awaitable.js';
import { ownCopy } from '../internal/own.js';

/** A person who can sign in. Only persons decide. */
export interface Person {
  /** The login name; display names decide nothing. */
  readonly id: string;
  readonly active: boolean;
  /** Whether this person may decide what others are asked. */
  readonly operator: boolean;
}

/** Whom the host knows. */
export interface Directory {
  /** Finds the person with exactly this login name. */
  find(id: string): Awaitable<Person | undefined>;
  /** Whether this principal is known and may act now. */
  isActive(principal: string): Awaitable<boolean>;
  /** Whether this person may decide this proposal. */
  mayDecide(person: Person, pending: Pending): Awaitable<boolean>;
  /** Whether this person may grant something to this principal. Absent: operators to all, anybody else to themselves. */
  mayGrant?(person: Person, holder: string): Awaitable<boolean>;
}

/** A directory that is written down in the program. */
export interface DirectoryList {
  readonly persons: readonly {
    readonly id: string;
    readonly operator?: boolean;
    readonly active?: boolean;
  }[];
  /** Model-driven processes, by their bare ids. */
  readonly minds?: readonly { readonly id: string; readonly active?: boolean }[];
  /** Hosts that act on their own account, by their bare ids. */
  readonly hosts?: readonly string[];
  /** Names of this program's own plugins and adapters: no person may be called so. */
  readonly reserved?: readonly string[];
}

/**
 * Makes a directory of a fixed list.
 *
 * @throws ContractError — when a login name is malformed, a component's, a mind's, or
 *   another person's but for look-alikes, and when two minds have one name.
 */
export function listedDirectory(stated: DirectoryList): Directory {
  // Read as it is written: a word on a prototype makes nobody an operator.
  const list = ownCopy(stated) as unknown as DirectoryList;
  const own = <T extends object>(entries: readonly T[]): readonly T[] =>
    entries.map((entry) => ownCopy(entry) as T);
  const named = own(list.minds ?? []);
  const { hosts = [], reserved = [] } = list;
  const persons = new Map<string, Person>();
  const minds = new Set(named.map((mind) => mind.id));
  // Twice with two opinions would be whichever is looser.
  if (minds.size !== named.length) throw new ContractError('directory', 'two minds have one name');
  for (const { id, operator = false, active = true } of own(list.persons)) {
    const fault = loginNameFault(id, { minds, reserved });
    if (fault !== undefined) throw new ContractError('directory', fault);
    if ([...persons.keys()].some((other) => foldName(other) === foldName(id)))
      throw new ContractError('directory', 'two login names look alike');
    persons.set(id, Object.freeze({ id, operator, active }));
  }
  for (const id of [...minds, ...hosts])
    if (!isPrincipalId(id))
      throw new ContractError(
        'directory',
        'the id of a mind or host is not 1 to 64 of lower-case letters, digits and `._-`',
      );
  const active = new Set<string>([
    ...[...persons.values()]
      .filter((person) => person.active)
      .map((person) => `person:${person.id}`),
    ...named.filter((mind) => mind.active !== false).map((mind) => `mind:${mind.id}`),
    ...hosts.map((host) => `host:${host}`),
  ]);
  return Object.freeze<Directory>({
    find: (id) => persons.get(id),
    isActive: (principal) => active.has(principal),
    mayDecide: mayDecideByDefault,
  });
}

/** Operators decide everything; anybody else only what is asked on their own behalf. */
export function mayDecideByDefault(person: Person, pending: Pending): boolean {
  return person.active && (person.operator || pending.request.principal === `person:${person.id}`);
}
