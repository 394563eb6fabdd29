import { createServer, type RequestListener } from 'node:http';
import { duplexPair } from 'node:stream';
import { createWebClient, type WebParts } from '../../../../src/node/powers/web/client.js';
import type { Endpoint } from '../../../../src/node/powers/web/dial.js';
import { publicAddresses } from '../../../../src/node/powers/web/public-addresses.js';
import { webError } from '../../../../src/node/powers/web/web-error.js';

/** A machine without interfaces of its own, so that only the table decides. */
export const vetByTable = publicAddresses(() => ({}));

/** Longer than any test may take: a test about one of them states it. */
export const DEADLINES = {
  resolveMs: 60_000,
  connectMs: 60_000,
  firstByteMs: 60_000,
  totalMs: 60_000,
};

export interface FakeNetwork {
  /** What the name servers answer, look-up after look-up; a name that is not here does not exist. */
  readonly resolve?: (name: string) => readonly string[];
  /** Who answers, whatever the address. Nobody unless stated: then each connection fails. */
  readonly answer?: RequestListener;
  readonly parts?: Partial<WebParts>;
}

/** A web power on a network in memory, and every look-up and connection it asked for. */
export function fakeNetwork({ resolve = () => [], answer, parts }: FakeNetwork = {}) {
  const looked: string[] = [];
  const dialled: Endpoint[] = [];
  const server = createServer(answer);
  const web = createWebClient({
    ports: new Set([80, 443]),
    deadlines: DEADLINES,
    vet: vetByTable,
    resolve: (name) => {
      looked.push(name);
      return Promise.resolve(resolve(name));
    },
    dial: (endpoint) => {
      dialled.push(endpoint);
      if (answer === undefined) return Promise.reject(webError('connect_failed'));
      const [ours, theirs] = duplexPair();
      server.emit('connection', theirs);
      return Promise.resolve(ours);
    },
    ...parts,
  });
  return { web, looked, dialled, addresses: () => dialled.map(({ address }) => address) };
}
