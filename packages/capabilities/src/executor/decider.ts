import type { Person } from '../confirmation/directory.js';
import type { Door } from './door.js';
import { putNotice } from './noting.js';

/** The active person of exactly this login name. A directory of the host's own cannot say that somebody else is meant. */
export async function findDecider(person: unknown, door: Door): Promise<Person | undefined> {
  const found = typeof person === 'string' ? await door.directory.find(person) : undefined;
  return found?.active === true && found.id === person ? found : undefined;
}

/** Puts on record that somebody tried who may not, and gives the code to answer with. */
export async function refuseDecider(
  subject: string,
  tried: Person | undefined,
  door: Door,
): Promise<'not_a_decider' | 'audit_failed'> {
  const principal = tried && `person:${tried.id}`;
  const noted = { kind: 'decision', subject, code: 'not_a_decider', principal } as const;
  return (await putNotice(door, noted)) ? 'not_a_decider' : 'audit_failed';
}

/** Whether this person may grant something to this principal: operators to all, anybody else to themselves. */
export async function mayGrant(person: Person, holder: string, door: Door): Promise<boolean> {
  const { directory } = door;
  const may =
    directory.mayGrant === undefined
      ? mayGrantByDefault(person, holder)
      : await directory.mayGrant(person, holder);
  return may === true;
}

function mayGrantByDefault({ id, operator }: Person, holder: string): boolean {
  return operator || holder === `person:${id}`;
}
