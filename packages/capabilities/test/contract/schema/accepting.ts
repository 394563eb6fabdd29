import { ContractError } from '../../../src/contract/contract-error.js';
import { acceptSchema, type AcceptedSchema } from '../../../src/contract/schema/accept-schema.js';

/** Accepts a schema of a result, which may be of any type. */
export function accept(schema: unknown): AcceptedSchema {
  return acceptSchema(schema, { subject: 'test.schema', place: 'result' });
}

/** Accepts a schema of arguments. */
export function acceptArgs(schema: unknown): AcceptedSchema {
  return acceptSchema(schema, { subject: 'test.schema', place: 'args' });
}

/** Accepts a schema and waits for what it needs. */
export async function acceptReady(schema: unknown): Promise<AcceptedSchema> {
  const accepted = accept(schema);
  await accepted.ready?.();
  return accepted;
}

/** The message of the ContractError that something throws; anything else it does fails the test. */
export function faultOf(something: () => unknown): string {
  try {
    something();
  } catch (fault) {
    if (ContractError.is(fault)) return fault.message;
    throw fault;
  }
  throw new Error('nothing was thrown');
}

/** The JSON pointer that a refusal names. */
export function placeOf(something: () => unknown): string {
  return /schema at `#([^`]*)`/.exec(faultOf(something))?.[1] ?? 'no place';
}

/** Does something as a browser would: without a `process` that says which Node it is. */
export function inBrowser<T>(something: () => T): T {
  const place = globalThis as { process: unknown };
  const { process } = place;
  place.process = undefined;
  try {
    return something();
  } finally {
    place.process = process;
  }
}

/** Does something while every object seems to have some properties. */
export function whilePolluted<T>(
  properties: Readonly<Record<string, unknown>>,
  something: () => T,
): T {
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(Object.prototype, name));
  for (const name of names)
    Object.defineProperty(Object.prototype, name, {
      value: properties[name],
      configurable: true,
      enumerable: true,
      writable: true,
    });
  try {
    return something();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}
