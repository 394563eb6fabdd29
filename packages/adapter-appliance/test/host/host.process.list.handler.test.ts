import { describe, expect, it } from 'vitest';
import { hostProcessList, type ProcessList } from '../../src/host/host.process.list.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryHere, tryOn } from '../fixtures/invoke.js';

describe('host.process.list, through an executor', () => {
  it('says where it is not supported', async () => {
    expect((await tryOn(DEVICES.elsewhere, hostProcessList)).outcome).toMatchObject({
      reason: 'not_supported_here',
    });
  });

  it.runIf(process.platform === 'linux')(
    'S3-116 finds this very process on the machine that runs this test',
    async () => {
      const here = resultOf<ProcessList>(await tryHere(hostProcessList, { limit: 50 }));
      const own = here.processes.find(({ pid }) => pid === process.pid);
      expect(here.process_count).toBeGreaterThan(0);
      // Within a wide margin: the kernel keeps the figure roughly.
      expect(own?.resident_bytes).toBeGreaterThan(process.memoryUsage.rss() / 3);
      expect(own?.resident_bytes).toBeLessThan(process.memoryUsage.rss() * 3);
      expect(
        Math.abs(Date.parse(own?.started_at ?? '') - (Date.now() - process.uptime() * 1_000)),
      ).toBeLessThan(5_000);
    },
  );
});
