import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../src/node/powers/web/dial.js';
import { reach, type ReachParts } from '../../../../src/node/powers/web/reach.js';
import { webError } from '../../../../src/node/powers/web/web-error.js';
import { refusalOf } from '../refusal.js';
import { DEADLINES } from './fake-network.js';

const wanted = { host: 'example.org', isAddress: false, port: 443, isSecure: true };
const forever = new AbortController().signal;

/** A network on which these addresses refuse, each in its own way, and every other one answers. */
function network(refusing: Readonly<Record<string, Error>>, parts: Partial<ReachParts> = {}) {
  const dialled: Endpoint[] = [];
  const all: ReachParts = {
    resolve: () => Promise.resolve(['1.1.1.1', '2.2.2.2']),
    vet: () => true,
    dial: (endpoint) => {
      dialled.push(endpoint);
      const refusal = refusing[endpoint.address];
      return refusal === undefined ? Promise.resolve(duplexPair()[0]) : Promise.reject(refusal);
    },
    deadlines: DEADLINES,
    ...parts,
  };
  return { all, dialled };
}

describe('reach', () => {
  it('tries one address after the other, and says who a certificate has to be for', async () => {
    const { all, dialled } = network({ '1.1.1.1': new Error('no route') });
    (await reach(wanted, all, forever)).destroy();
    expect(dialled).toEqual([
      { address: '1.1.1.1', port: 443, tlsHost: 'example.org' },
      { address: '2.2.2.2', port: 443, tlsHost: 'example.org' },
    ]);
  });

  it('asks nobody else where somebody is not who he should be', async () => {
    const { all, dialled } = network({ '1.1.1.1': webError('tls_failed') });
    expect(await refusalOf(reach(wanted, all, forever))).toBe('tls_failed');
    expect(dialled).toHaveLength(1);
  });

  it('connects to nobody unless every address passes, one that is written down included', async () => {
    const { all, dialled } = network({}, { vet: (addresses) => !addresses.includes('2.2.2.2') });
    expect(await refusalOf(reach(wanted, all, forever))).toBe('address_refused');
    const stated = { ...wanted, host: '2.2.2.2', isAddress: true };
    expect(await refusalOf(reach(stated, all, forever))).toBe('address_refused');
    expect(dialled).toEqual([]);
  });

  it('tries eight addresses and no more', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `10.0.0.${index}`);
    const refusing = Object.fromEntries(many.map((one) => [one, new Error('no')]));
    const { all, dialled } = network(refusing, { resolve: () => Promise.resolve(many) });
    expect(await refusalOf(reach(wanted, all, forever))).toBe('connect_failed');
    expect(dialled).toHaveLength(8);
  });

  it('hangs up when it is told so afterwards', async () => {
    const until = new AbortController();
    const connection = await reach(wanted, network({}).all, until.signal);
    until.abort();
    expect(connection.destroyed).toBe(true);
  });
});
