import { describe, expect, it } from 'vitest';
import { readNetwork } from '../../src/system/read-network.js';
import { systemHealth } from '../../src/system/system.health.js';
import { lend, type Entry } from '../fixtures/device.js';
import { DEVICES } from '../fixtures/devices.js';

const never = new AbortController().signal;

describe('readNetwork', () => {
  it('knows nothing where interfaces cannot be listed', async () => {
    expect(await readNetwork(lend(systemHealth, DEVICES.elsewhere).file, never)).toBeNull();
  });

  it('follows an interface to where it hangs, from a virtual one to a USB adapter behind hubs', async () => {
    const above = [
      'virtual',
      'pci0/a/b',
      'pci0/0/usb1/1-1/1-1.2/1-1.2.3/1-1.2.3.4/1-1.2.3.4:1.0',
      'a/b/c/d/e/f/g/h/i/j/k/l/m',
    ];
    const files: Record<string, Entry> = {};
    above.forEach((folder, index) => {
      files[`/sys/class/net/eth${index}`] = { link: `../../devices/${folder}/net/eth${index}` };
      files[`/sys/devices/${folder}/net/eth${index}/operstate`] = 'up\n';
    });
    const found = await readNetwork(lend(systemHealth, { files, volumes: {} }).file, never);
    // The last one hangs deeper than the contract names: not known, so not told.
    expect(found?.map(({ name }) => name)).toEqual(['eth0', 'eth1', 'eth2']);
  });
});
