import { ContractError } from '../../../../src/contract/contract-error.js';
import { describe, expect, it } from 'vitest';
import {
  nodeWebPower,
  type NodeWebPowerOptions,
} from '../../../../src/node/powers/web/web-power.js';
import { refusalOf } from '../refusal.js';
import { http, served } from './loopback.js';

describe('nodeWebPower', () => {
  it('S3-119: sends no byte to a service of this machine, however its address is spelt', async () => {
    let connections = 0;
    const service = http((_, response) => response.end('secret'));
    service.on('connection', () => (connections += 1));
    await served(service, async (port) => {
      const web = nodeWebPower({ ports: [port] });
      for (const host of [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0177.0.0.01',
        '127.0.0.1.',
        '１２７.0.0.1',
        '0',
        '0.0.0.0',
        '[::1]',
        '[::]',
        '[::127.0.0.1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:0:127.0.0.1]',
        '[64:ff9b::7f00:1]',
        '[64:ff9b:1::7f00:1]',
        '[2002:7f00:1::]',
        '[2001:0:808:808::80ff:fffe]',
      ])
        expect([host, await refusalOf(web.get(`http://${host}:${port}/`))]).toEqual([
          host,
          'address_refused',
        ]);
      expect(await refusalOf(web.get(`http://localhost:${port}/`))).toBe('name_refused');
      expect(await refusalOf(web.get(`http://8.8.8.8:${port === 80 ? 81 : 80}/`))).toBe(
        'port_refused',
      );
    });
    expect(connections).toBe(0);
  });

  it('asks ports 80 and 443 unless told otherwise', async () => {
    const web = nodeWebPower();
    expect(await refusalOf(web.get('http://127.0.0.1:80/'))).toBe('address_refused');
    expect(await refusalOf(web.get('http://127.0.0.1:443/'))).toBe('address_refused');
    expect(await refusalOf(web.get('http://127.0.0.1:8080/'))).toBe('port_refused');
  });

  it('stays as it is', () => {
    expect(Object.isFrozen(nodeWebPower())).toBe(true);
  });

  it.each<NodeWebPowerOptions>([
    { ports: [0] },
    { ports: [65_536] },
    { ports: [80, 1.5] },
    { ports: ['80' as never] },
    { deadlines: { totalMs: 0 } },
    { deadlines: { connectMs: Number.NaN } },
    { deadlines: { resolveMs: 600_001 } },
    { deadlines: { firstByteMs: undefined as never } },
  ])('refuses at start what is no port or deadline: %j', (options) => {
    expect(() => nodeWebPower(options)).toThrow(ContractError);
  });
});
