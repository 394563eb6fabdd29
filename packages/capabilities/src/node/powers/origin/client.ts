import { PowerError } from '../../../powers/power-error.js';
import type { OriginAnswer } from '../../../powers/powers.js';
import { byteLimit } from '../byte-limit.js';
import { readBody } from '../web/body.js';
import { within } from '../web/deadline.js';
import { tcpDial } from '../web/dial.js';
import { exchange, type Asked } from '../web/exchange.js';
import { reach, type ReachParts } from '../web/reach.js';
import { webError } from '../web/web-error.js';
import type { OriginAddress } from './origin.js';
import { pathBelow } from './path-below.js';
import { addressesAt, type Place } from './place.js';
import { systemNames } from './system-names.js';

/** What is asked of a service. */
export interface OriginWish {
  readonly method: string;
  readonly path: unknown;
  readonly query?: unknown;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly maxBytes?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The ways to the network, and how long an answer may take in all. */
export interface OriginParts extends ReachParts {
  readonly totalMs: number;
}

const partsOf = new Map<Place, OriginParts>();

/** The ways to a place, made once for each: the list of what is public is long. */
export function originParts({ place }: OriginAddress): OriginParts {
  const parts = partsOf.get(place) ?? {
    resolve: systemNames,
    vet: addressesAt(place),
    dial: tcpDial(),
    deadlines: { resolveMs: 5_000, connectMs: 5_000 },
    // The invocation's own bound ends it sooner; a minute is for services that never end.
    totalMs: 60_000,
  };
  partsOf.set(place, parts);
  return parts;
}

/** Asks a service once, over a connection of its own. @throws PowerError — by the rule that was broken. */
export async function askOrigin(
  address: OriginAddress,
  wish: OriginWish,
  bearer: string | undefined,
  parts: OriginParts,
): Promise<OriginAnswer> {
  try {
    const asked = requestOf(address, wish, bearer);
    const maxBytes = byteLimit('origin', wish.maxBytes);
    return await within(parts.totalMs, wish.signal, async (until) => {
      const connection = await reach(address, parts, until);
      try {
        const answer = await exchange(connection, asked);
        const { statusCode = 0, headers } = answer;
        if (statusCode >= 300 && statusCode < 400) throw webError('redirect_refused');
        if ((headers['content-encoding'] ?? 'identity') !== 'identity')
          throw webError('encoding_refused');
        const { bytes } = await readBody(answer, { maxBytes, cut: false });
        return Object.freeze<OriginAnswer>({
          status: statusCode,
          contentType: headers['content-type'] ?? '',
          text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
        });
      } finally {
        connection.destroy();
      }
    });
  } catch (thrown) {
    // The ways to the network are those of `web`; whose wish it was is said here.
    throw new PowerError('origin', PowerError.is(thrown) ? thrown.code : 'unavailable');
  }
}

function requestOf(
  { authority, base }: OriginAddress,
  { method, path, query, json }: OriginWish,
  bearer: string | undefined,
): Asked {
  const below = pathBelow(base, path, query);
  const body = json === undefined ? undefined : textOf(json);
  if (below === undefined) throw webError('invalid_arguments');
  return {
    method,
    authority,
    path: below,
    headers: {
      'User-Agent': 'sovereign',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
    },
    body,
  };
}

/** JSON, or a refusal: a handler in this process may hand over what cannot be written. */
function textOf(json: unknown): string {
  try {
    const text: unknown = JSON.stringify(json);
    if (typeof text === 'string') return text;
  } catch {
    // A circle, or a number that JSON does not have.
  }
  throw webError('invalid_arguments');
}
