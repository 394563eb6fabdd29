import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError } from '../../../../src/contract/contract-error.js';
import { nodeOriginPower } from '../../../../src/node/powers/origin/origin-power.js';
import { PowerError } from '../../../../src/powers/power-error.js';
import type { OriginPower } from '../../../../src/powers/powers.js';
import { refusalOf } from '../refusal.js';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let port = 0;
const heard: Heard[] = [];
beforeAll(async () => {
  server = createServer((request, answer) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, url, authorization: headers.authorization, body });
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"blocking":"enabled"}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secrets = {
  read: (name: string) =>
    name === 'token'
      ? Promise.resolve('a-secret')
      : Promise.reject(new PowerError('secret', 'not_found')),
};

function lamp({
  sideEffect = 'mutating',
  bearer,
  url = `http://127.0.0.1:${port}/api/`,
}: {
  readonly sideEffect?: 'read_only' | 'mutating';
  readonly bearer?: string;
  readonly url?: string;
} = {}): OriginPower {
  const power = nodeOriginPower({
    capability: { id: 'lamp.state@1', origins: ['lamp'], network: 'local', sideEffect },
    origins: { lamp: { url, ...(bearer !== undefined && { bearer }) } },
    secrets,
  })['lamp'];
  if (power === undefined) throw new Error('no lamp');
  return power;
}

describe('origin power', () => {
  it('reads below its address, with a query', async () => {
    expect(await lamp().get('/stats/summary', { query: { top: 5, on: true } })).toEqual({
      status: 200,
      contentType: 'application/json',
      text: '{"blocking":"enabled"}',
    });
    expect(heard.at(-1)).toMatchObject({ method: 'GET', url: '/api/stats/summary?top=5&on=true' });
  });

  it('an address that may change is asked for with each wish', async () => {
    const here = { url: `http://127.0.0.1:${port}/api` };
    let stated: { url: string } | undefined;
    const { lamp: power } = nodeOriginPower({
      capability: {
        id: 'lamp.state@1',
        origins: ['lamp'],
        network: 'local',
        sideEffect: 'read_only',
      },
      origins: { lamp: () => stated },
    });
    const wish = (): Promise<unknown> =>
      refusalOf(power?.get('/stats') ?? Promise.reject(new Error()));
    expect(await wish()).toBe('not_found');
    stated = here;
    expect(await wish()).toMatchObject({ gave: { status: 200 } });
    // Held to the same rules: an address that is not of this device serves no local capability.
    for (const url of ['http://192.168.1.2/', 'not an address', 'http://ada:pw@127.0.0.1/']) {
      stated = { url };
      expect(await wish()).toBe('unavailable');
    }
    stated = here;
    expect(await wish()).toMatchObject({ gave: { status: 200 } });
  });

  it('a mutating capability sends JSON, by the methods that there are', async () => {
    await lamp().send('POST', '/state', { json: { on: true } });
    expect(heard.at(-1)).toMatchObject({ method: 'POST', url: '/api/state', body: '{"on":true}' });
    const before = heard.length;
    expect(await refusalOf(lamp().send('CONNECT' as never, '/x'))).toBe('not_declared');
    expect(heard).toHaveLength(before);
  });

  it('a read-only capability only reads, whatever it writes into its options', async () => {
    const reading = lamp({ sideEffect: 'read_only' });
    const before = heard.length;
    expect(await refusalOf(reading.send('POST', '/x'))).toBe('not_declared');
    expect(heard).toHaveLength(before);
    await reading.get('/x', { method: 'DELETE', path: '/other', json: { on: true } } as never);
    expect(heard.at(-1)).toMatchObject({ method: 'GET', url: '/api/x', body: '' });
  });

  it('S1-077 its secret goes to its own service, and a handler never has it', async () => {
    await lamp({ bearer: 'token' }).get('/x');
    expect(heard.at(-1)?.authorization).toBe('Bearer a-secret');
    await lamp().get('/x');
    expect(heard.at(-1)?.authorization).toBeUndefined();
    expect(await refusalOf(lamp({ bearer: 'missing' }).get('/x'))).toBe('unavailable');
  });

  it('S1-078 a local capability’s service is found by a name that means this device', async () => {
    expect(await lamp({ url: `http://localhost:${port}/api` }).get('/x')).toMatchObject({
      status: 200,
    });
    expect(() => lamp({ url: 'http://192.168.1.2/' })).toThrow(ContractError);
  });

  it('a service that is not configured is missed at start', () => {
    const capability = {
      id: 'lamp.state@1',
      origins: ['lamp'],
      network: 'local',
      sideEffect: 'read_only',
    } as const;
    expect(() => nodeOriginPower({ capability, origins: {} })).toThrow(
      /no origin `lamp` is configured/,
    );
  });
});
