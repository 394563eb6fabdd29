import { describe, expect, it } from 'vitest';
import { hostMemoryStatus } from '../../src/host/host.memory.status.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryOn } from '../fixtures/invoke.js';

describe('readMemoryStatus', () => {
  it('S3-115 reads the kernel’s own files, and no others', async () => {
    const { opened } = await tryOn(DEVICES.raspberryPi5, hostMemoryStatus);
    expect([...opened].sort()).toEqual(['/proc/meminfo', '/proc/pressure/memory']);
  });

  it('S3-115 tells memory, swap and pressure of a Raspberry Pi', async () => {
    expect(resultOf(await tryOn(DEVICES.raspberryPi5, hostMemoryStatus))).toEqual({
      total_bytes: 8_259_584 * 1_024,
      available_bytes: 6_194_688 * 1_024,
      used_percent: 25,
      swap_total_bytes: 204_784 * 1_024,
      swap_free_bytes: 204_784 * 1_024,
      pressure: {
        some: { last_10s_percent: 0, last_60s_percent: 1.25, last_300s_percent: 0.31 },
        full: { last_10s_percent: 0, last_60s_percent: 0.5, last_300s_percent: 0.1 },
      },
    });
  });

  it('does not know pressure where the kernel does not measure it', async () => {
    expect(resultOf(await tryOn(DEVICES.x86Vm, hostMemoryStatus))).toMatchObject({
      used_percent: 92.5,
      swap_total_bytes: 0,
      swap_free_bytes: 0,
      pressure: null,
    });
  });

  it('says null, never 0, for what an old kernel in a container does not tell', async () => {
    expect(resultOf(await tryOn(DEVICES.oddContainer, hostMemoryStatus))).toEqual({
      total_bytes: 2_048_000 * 1_024,
      available_bytes: null,
      used_percent: null,
      swap_total_bytes: 102_400,
      swap_free_bytes: null,
      pressure: null,
    });
  });

  it('says when the kernel’s file cannot be read', async () => {
    const device = { files: { '/proc/meminfo': { error: 'EACCES' } }, volumes: {} };
    expect((await tryOn(device, hostMemoryStatus)).outcome).toMatchObject({
      reason: 'proc_unreadable',
    });
  });
});
