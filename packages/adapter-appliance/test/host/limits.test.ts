import { describe, expect, it } from 'vitest';
import { hostDiskUsage } from '../../src/host/host.disk.usage.js';
import { hostProcessList } from '../../src/host/host.process.list.js';
import {
  MAX_MOUNT_POINT,
  MAX_PROCESSES,
  MAX_VOLUMES,
  USUAL_PROCESSES,
} from '../../src/host/limits.js';

describe('limits', () => {
  it('are those the contracts state', () => {
    expect(hostDiskUsage.result.json).toMatchObject({
      properties: {
        volumes: {
          maxItems: MAX_VOLUMES,
          items: { properties: { mount_point: { maxLength: MAX_MOUNT_POINT } } },
        },
      },
    });
    expect(hostProcessList.result.json).toMatchObject({
      properties: { processes: { maxItems: MAX_PROCESSES } },
    });
    expect(hostProcessList.args.json).toMatchObject({
      properties: {
        limit: { maximum: MAX_PROCESSES, description: `${USUAL_PROCESSES} unless stated` },
      },
    });
  });
});
