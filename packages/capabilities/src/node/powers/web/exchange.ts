import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../error-code.js';
import type { Target } from './target.js';
import { webError } from './web-error.js';

const MAX_HEADER_BYTES = 16_384;

/**
 * Asks once over a connection, and gives the answer as soon as its headers are there.
 *
 * The request is made of the URL alone: no cookie, no proxy, no word about this machine or whoever
 * asked. The connection is used for nothing after it.
 *
 * @throws PowerError — `headers_too_large`; `bad_answer` for what is not an answer of HTTP/1.
 */
export function exchange(connection: Duplex, target: Target): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => connection,
      path: target.path,
      setHost: false,
      headers: {
        Host: target.authority,
        'User-Agent': 'sovereign-web/1',
        Accept: 'text/*, application/json, application/xml, */*;q=0.1',
        'Accept-Encoding': 'gzip, deflate, br',
        Connection: 'close',
      },
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
    asked.end();
  });
}
