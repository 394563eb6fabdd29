import { describe, expect, it } from 'vitest';
import { systemHealth, type SystemHealth } from '../../src/system/system.health.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryOn } from '../fixtures/invoke.js';

const checksOf = ({ checks }: SystemHealth) =>
  Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]));

describe('readSystemHealth', () => {
  it('tells that a Raspberry Pi is well', async () => {
    const health = resultOf<SystemHealth>(await tryOn(DEVICES.raspberryPi5, systemHealth));
    expect(health).toEqual({
      status: 'healthy',
      checked_at: '2026-06-01T12:00:00Z',
      system: {
        name: 'sovereign',
        version: 'Debian GNU/Linux 13 (trixie)',
        model: 'Raspberry Pi 5 Model B Rev 1.0',
        uptime_seconds: 350_735,
        memory: {
          total_bytes: 8_259_584 * 1_024,
          available_bytes: 6_194_688 * 1_024,
          used_percent: 25,
        },
        data_storage: { total_bytes: 983e9, available_bytes: 700e9, used_percent: 25 },
        temperature_celsius: 48.9,
        network: [
          { name: 'eth0', state: 'up', addresses: ['192.168.178.20', 'fd00::dea6:32ff:fe00:1'] },
          { name: 'wlan0', state: 'down', addresses: [] },
        ],
      },
      checks: {
        storage: { status: 'ok', summary: '25 percent of the data storage is used' },
        memory: { status: 'ok', summary: '25 percent of the memory is used' },
        temperature: { status: 'ok', summary: '48.9 degrees Celsius' },
        local_access: { status: 'ok', summary: 'a network interface is up and has an address' },
      },
    });
  });

  it('warns of a virtual machine that is full, and does not know whose address is whose', async () => {
    const health = resultOf<SystemHealth>(await tryOn(DEVICES.x86Vm, systemHealth));
    expect(health).toMatchObject({
      status: 'degraded',
      system: {
        version: 'Fixture Linux "X"',
        model: 'Standard PC (Q35 + ICH9, 2009)',
        temperature_celsius: null,
      },
    });
    expect(checksOf(health)).toEqual({
      storage: 'warning',
      memory: 'warning',
      temperature: 'unknown',
      local_access: 'ok',
    });
    expect(health.system.network).toEqual([
      { name: 'ens3', state: 'up', addresses: null },
      { name: 'ens4', state: 'up', addresses: null },
      { name: 'tailscale0', state: null, addresses: null },
    ]);
  });

  it('says null for everything a container hides', async () => {
    const health = resultOf<SystemHealth>(await tryOn(DEVICES.oddContainer, systemHealth));
    expect(health.system).toEqual({
      name: '3f2a1b0c9d8e',
      version: null,
      model: null,
      uptime_seconds: 12,
      memory: null,
      data_storage: { total_bytes: 100_000, available_bytes: 50_000, used_percent: 50 },
      temperature_celsius: null,
      network: [{ name: 'eth0', state: 'up', addresses: null }],
    });
    expect(checksOf(health)).toEqual({
      storage: 'ok',
      memory: 'unknown',
      temperature: 'unknown',
      local_access: 'unknown',
    });
    expect(health.status).toBe('healthy');
  });

  it('opens nothing that lies outside its roots, and nothing of any process but its own tables', async () => {
    for (const device of [DEVICES.raspberryPi5, DEVICES.x86Vm, DEVICES.oddContainer]) {
      const { opened } = await tryOn(device, systemHealth);
      const ofProcesses = opened
        .filter((path) => /^\/proc\/\d/.test(path))
        .map((path) => path.replace(/\d+/, 'self'));
      for (const path of ofProcesses)
        expect(path).toMatch(/^\/proc\/self\/(?:mountinfo|net\/(?:fib_trie|route|if_inet6))$/);
      expect(opened).not.toContain('/nix/store/abc/os-release');
    }
  });

  it('names at most 32 interfaces', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        [`/sys/class/net/eth${index}`, { link: `../../devices/virtual/net/eth${index}` }],
        [`/sys/devices/virtual/net/eth${index}/operstate`, 'up\n'],
      ]).flat() as [string, string | { link: string }][],
    );
    const device = { files: { ...files, '/proc/uptime': '1.00 1.00\n' }, volumes: {} };
    expect(resultOf<SystemHealth>(await tryOn(device, systemHealth)).system.network).toHaveLength(
      32,
    );
  });
});
