import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../error-code.js';
import { webError } from './web-error.js';

const MAX_HEADER_BYTES = 16_384;

/** One request: what is asked of whom, and what goes along. */
export interface Asked {
  readonly method: string;
  /** The host, with the port where it is not the usual one. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Asks once over a connection, and gives the answer as soon as its headers are there.
 *
 * What is sent is what was stated: no cookie, no proxy, no word about this machine or whoever asked.
 * The connection is used for nothing after it.
 *
 * @throws PowerError — `headers_too_large`; `bad_answer` for what is not an answer of HTTP/1.
 */
export function exchange(
  connection: Duplex,
  { method, authority, path, headers, body }: Asked,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => connection,
      method,
      path,
      setHost: false,
      headers: { Host: authority, ...headers, Connection: 'close' },
      // What flags of the process may loosen is stated here.
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    asked.once('response', resolve);
    asked.on('error', (error) => {
      const isLarge = errorCode(error) === 'HPE_HEADER_OVERFLOW';
      reject(webError(isLarge ? 'headers_too_large' : 'bad_answer'));
    });
    // A change of protocol ends without answer or error.
    asked.once('close', () => reject(webError('bad_answer')));
    // With its length written out, since all of it is here.
    asked.end(body);
  });
}
