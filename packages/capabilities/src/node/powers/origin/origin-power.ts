import { request as overHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { lookup } from 'node:dns';
import { ContractError } from '../../../contract/contract-error.js';
import type { Capability } from '../../../contract/accepted.js';
import type { Network } from '../../../contract/classification.js';
import { PowerError, type PowerFault } from '../../../powers/power-error.js';
import type { OriginAnswer, OriginPower } from '../../../powers/powers.js';
import type { Secrets } from '../secret/secret-power.js';
import {
  isLoopback,
  pathBelow,
  readOrigin,
  type OriginAddress,
  type OriginSettings,
  type OriginSource,
} from './origin.js';

/** The services of one contract are made from this. */
export interface NodeOriginPowerOptions {
  readonly capability: Pick<Capability, 'id' | 'origins' | 'network' | 'sideEffect'>;
  /** What the operator configured, by the contracts' names. */
  readonly origins: Readonly<Record<string, OriginSource>>;
  readonly secrets?: Secrets;
}

/** How much an answer may bring unless a handler says otherwise, and at most. */
const USUAL_BYTES = 1_048_576;
const MOST_BYTES = 16_777_216;
const CONNECT_MS = 5_000;
/** The invocation's own bound ends it sooner; this one is for services that never end. */
const TOTAL_MS = 60_000;
const MOST_HEADER_BYTES = 32_768;

interface Wish {
  readonly method: string;
  readonly path: unknown;
  readonly query?: unknown;
  readonly json?: unknown;
  readonly maxBytes?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lends the services that a contract names, each at the one address that the operator configured.
 *
 * No redirect is followed and no proxy asked. A secret goes to its own service only, and a handler never
 * has it. A `local` capability's service must be this device, both by its address and by what is
 * connected to; a `read_only` capability only reads.
 *
 * @throws ContractError — when a service is not configured, or not as it must be.
 */
export function nodeOriginPower({
  capability,
  origins,
  secrets,
}: NodeOriginPowerOptions): Readonly<Record<string, OriginPower>> {
  const { id, network, sideEffect } = capability;
  const lent = capability.origins.map((name): readonly [string, OriginPower] => {
    const source = Object.hasOwn(origins, name) ? origins[name] : undefined;
    if (source === undefined)
      throw new ContractError(id, `no origin \`${name}\` is configured: state its address`);
    const service = serviceOf(name, source, network);
    const ask = async (wish: Wish): Promise<OriginAnswer> => {
      const { address, bearer } = service();
      const token = bearer === undefined ? undefined : await secretOf(bearer, secrets);
      return exchange(address, network, { ...wish, bearer: token });
    };
    return [
      name,
      Object.freeze<OriginPower>({
        get: (path, options) => ask({ method: 'GET', path, ...options }),
        send: (method, path, options) =>
          sideEffect === 'mutating' && WRITING.has(method)
            ? ask({ ...options, method, path })
            : Promise.reject(refused('not_declared')),
      }),
    ];
  });
  return Object.freeze(Object.fromEntries(lent));
}

/** A service as it is configured now. */
interface Service extends Pick<OriginSettings, 'bearer'> {
  readonly address: OriginAddress;
}

/** What was stated is read once, and stops the program where it is wrong; what may change is read for each wish. */
function serviceOf(name: string, source: OriginSource, network: Network): () => Service {
  const read = (settings: OriginSettings): Service => ({
    ...settings,
    address: readOrigin(name, settings.url, network),
  });
  if (typeof source !== 'function') {
    const service = read(source);
    return () => service;
  }
  return () => {
    const settings = attempt(source);
    if (settings === undefined) throw refused('not_found');
    return attempt(() => read(settings));
  };
}

/** What is wrong with a configuration is the operator's to know, not the handler's. */
function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw refused('unavailable');
  }
}

const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

async function secretOf(name: string, secrets: Secrets | undefined): Promise<string> {
  if (secrets === undefined) throw new PowerError('origin', 'not_found');
  // What is wrong with a secret is the operator's to know; a handler is told that the service is not there.
  return secrets.read(name).catch(() => {
    throw refused('unavailable');
  });
}

function exchange(
  address: OriginAddress,
  network: Network,
  {
    method,
    path,
    query,
    json,
    maxBytes,
    signal,
    bearer,
  }: Wish & { readonly bearer: string | undefined },
): Promise<OriginAnswer> {
  const target = pathBelow(address, path, query);
  const body = json === undefined ? undefined : JSON.stringify(json);
  const most = bytesOf(maxBytes);
  if (target === undefined || most === undefined)
    return Promise.reject(refused('invalid_arguments'));
  if (signal?.aborted === true) return Promise.reject(refused('aborted'));
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method,
      host: address.host,
      port: address.port,
      path: target,
      // One connection for each request: none is reused whose other end was checked for another.
      agent: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'sovereign',
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(network === 'local' && { lookup: onlyLoopback }),
    };
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(total);
      clearTimeout(connecting);
      signal?.removeEventListener('abort', onAbort);
      asked.destroy();
      settle();
    };
    const fail = (code: PowerFault): void => end(() => reject(refused(code)));
    const onAbort = (): void => fail('aborted');
    const total = setTimeout(() => fail('timed_out'), TOTAL_MS);
    const connecting = setTimeout(() => fail('timed_out'), CONNECT_MS);

    let asked: ReturnType<typeof overHttp>;
    try {
      asked = (address.scheme === 'https:' ? overHttps : overHttp)(options);
    } catch {
      clearTimeout(total);
      clearTimeout(connecting);
      return reject(refused('invalid_arguments'));
    }
    signal?.addEventListener('abort', onAbort);
    asked.on('socket', (socket) =>
      socket.on('connect', () => {
        clearTimeout(connecting);
        if (network === 'local' && !isLoopback(socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''))
          fail('address_refused');
      }),
    );
    asked.on('error', (error: NodeJS.ErrnoException) => fail(faultOf(error)));
    asked.on('response', (answer) =>
      take(answer, most, { fail, done: (found) => end(() => resolve(found)) }),
    );
    asked.end(body);
  });
}

function take(
  answer: IncomingMessage,
  most: number,
  told: { fail(code: PowerFault): void; done(found: OriginAnswer): void },
): void {
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300 && statusCode < 400) return told.fail('redirect_refused');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return told.fail('encoding_refused');
  const pieces: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > most) return told.fail('too_large');
    pieces.push(piece);
  });
  answer.on('error', () => told.fail('bad_answer'));
  answer.on('aborted', () => told.fail('bad_answer'));
  answer.on('end', () =>
    told.done(
      Object.freeze({
        status: statusCode,
        contentType: headers['content-type'] ?? '',
        text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(pieces)),
      }),
    ),
  );
}

/** A name may mean another address than yesterday: for what is local, only loopback addresses count. */
const onlyLoopback: NonNullable<RequestOptions['lookup']> = (host, options, told) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return told(error, []);
    const here = found.filter(({ address }) => isLoopback(address));
    if (here.length !== found.length || here.length === 0)
      return told(Object.assign(new Error('not of this device'), { code: 'NOT_LOCAL' }), []);
    if (options.all === true) told(null, here);
    else told(null, here[0]?.address ?? '', here[0]?.family);
  });
};

function bytesOf(stated: unknown): number | undefined {
  if (stated === undefined) return USUAL_BYTES;
  return Number.isSafeInteger(stated) && Number(stated) >= 1
    ? Math.min(Number(stated), MOST_BYTES)
    : undefined;
}

function faultOf({ code = '', message }: NodeJS.ErrnoException): PowerFault {
  if (code === 'NOT_LOCAL') return 'address_refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_not_found';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  if (code.startsWith('HPE_') || code === 'ECONNRESET') return 'bad_answer';
  if (
    /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(code) ||
    message.includes('SSL')
  )
    return 'tls_failed';
  return 'connect_failed';
}

const refused = (code: PowerFault): PowerError => new PowerError('origin', code);
