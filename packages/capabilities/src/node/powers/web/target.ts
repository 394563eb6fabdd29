import { isIP } from 'node:net';
import { isPublicName } from './public-names.js';
import { webError } from './web-error.js';

/** Where to ask: the URL as it was read, and its parts as every rule and the connection see them. */
export interface Target {
  /** Without fragment and user info, its host canonical. */
  readonly href: string;
  readonly isSecure: boolean;
  /** An address without brackets, or a lower-case name without trailing dot. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** What the request says of the host: with brackets, and the port where it is not the usual one. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
}

const MAX_URL = 8_192;

/**
 * Reads a URL once, for good: what is checked here is what is connected to.
 *
 * The WHATWG parser undoes the spellings of numbers (`0x7f.1`, `2130706433`, full-width digits);
 * one trailing dot is taken off before any rule looks at the name. An address in a URL is not
 * judged here: it takes the same way as one a name stands for.
 *
 * @throws PowerError — the first rule that refuses it.
 */
export function readTarget(text: unknown, ports: ReadonlySet<number>, base?: string): Target {
  if (typeof text !== 'string' || text.length > MAX_URL || !URL.canParse(text, base))
    throw webError('url_refused');
  const url = new URL(text, base);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw webError('scheme_refused');
  if (url.username !== '' || url.password !== '') throw webError('credentials_refused');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (!ports.has(port)) throw webError('port_refused');

  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  url.hash = '';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAddress = isIP(host) !== 0;
  if (!isAddress && !isPublicName(host)) throw webError('name_refused');
  return {
    href: url.href,
    isSecure,
    host,
    isAddress,
    port,
    authority: url.host,
    path: url.pathname + url.search,
  };
}
