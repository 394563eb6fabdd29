import { describe, expect, it } from 'vitest';
import { hostProcessList } from '../../src/host/host.process.list.js';
import { DEVICES } from '../fixtures/devices.js';
import { tryOn } from '../fixtures/invoke.js';

describe('host.process.list', () => {
  it('S3-117 names roots that cover no such file of any process', () => {
    expect(hostProcessList.roots).toEqual([
      '/proc/*/stat',
      '/proc/stat',
      '/proc/loadavg',
      '/proc/self/status',
    ]);
  });

  it.each([
    { limit: 0 },
    { limit: 51 },
    { limit: 1.5 },
    { sort_by: 'pid' },
    { sort_by: null },
    { pid: 1 },
  ])('refuses %j', async (args) => {
    const { outcome, opened } = await tryOn(DEVICES.x86Vm, hostProcessList, args);
    expect(outcome).toMatchObject({ code: 'invalid_arguments' });
    expect(opened).toEqual([]);
  });
});
