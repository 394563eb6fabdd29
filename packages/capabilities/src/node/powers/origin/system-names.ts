import { lookup } from 'node:dns/promises';
import { errorCode } from '../../error-code.js';
import type { Resolve } from '../web/resolve.js';
import { webError } from '../web/web-error.js';

const NOTHING: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);

/**
 * Asks the way every program of this machine asks: its file of hosts and its neighbours are looked at
 * too, since that is where a household keeps its names.
 */
export const systemNames: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw webError(NOTHING.has(errorCode(error)) ? 'name_not_found' : 'unavailable');
  }
};
