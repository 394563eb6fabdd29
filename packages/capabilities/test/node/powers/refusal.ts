import { PowerError } from '../../../src/powers/power-error.js';

/** Says with which code a power refused, or what it gave; throws when it threw anything but a PowerError. */
export async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    return { gave: await asked };
  } catch (error) {
    if (!PowerError.is(error)) throw error;
    return error.code;
  }
}
