import { describe, expect, it } from 'vitest';
import { systemHealth } from '../../src/system/system.health.js';
import { DEVICES } from '../fixtures/devices.js';
import { tryOn } from '../fixtures/invoke.js';

describe('system.health', () => {
  it('refuses arguments', async () => {
    const { outcome, opened } = await tryOn(DEVICES.x86Vm, systemHealth, { verbose: true });
    expect(outcome).toMatchObject({ code: 'invalid_arguments' });
    expect(opened).toEqual([]);
  });

  it('names files exactly: its only folders are those of sensors and interfaces', () => {
    expect(systemHealth.roots.filter((root) => !root.includes('*'))).toEqual([
      '/proc/meminfo',
      '/proc/uptime',
      '/proc/sys/kernel/hostname',
      '/proc/self/mountinfo',
      '/proc/self/net/fib_trie',
      '/proc/self/net/route',
      '/proc/self/net/if_inet6',
      '/etc/os-release',
      '/usr/lib/os-release',
      '/proc/device-tree/model',
      '/sys/firmware/devicetree/base/model',
      '/sys/class/dmi/id/product_name',
      '/sys/devices/virtual/dmi/id/product_name',
    ]);
    for (const root of systemHealth.roots.filter((one) => one.includes('*')))
      expect(root).toMatch(
        /^\/sys\/(?:class|devices)\/.*(?:net\/\*\/operstate|thermal\/\*\/(?:type|temp))$/,
      );
  });
});
