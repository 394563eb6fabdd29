import { describe, expect, it } from 'vitest';
import { hostDiskUsage } from '../../src/host/host.disk.usage.js';
import { MAX_MOUNT_POINT } from '../../src/host/limits.js';
import { DEVICES } from '../fixtures/devices.js';
import { tryOn } from '../fixtures/invoke.js';

describe('host.disk.usage', () => {
  it.each(['', 'home', '~', '/a\0b', `/${'a'.repeat(MAX_MOUNT_POINT)}`, 7, null])(
    'refuses the place %j',
    async (mount_point) => {
      const { outcome, opened } = await tryOn(DEVICES.x86Vm, hostDiskUsage, { mount_point });
      expect(outcome).toMatchObject({ code: 'invalid_arguments' });
      expect(opened).toEqual([]);
    },
  );
});
