import { describe, expect, it } from 'vitest';
import { hostMemoryStatus, type MemoryStatus } from '../../src/host/host.memory.status.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryHere, tryOn } from '../fixtures/invoke.js';

describe('host.memory.status, through an executor', () => {
  it('says where it is not supported', async () => {
    expect((await tryOn(DEVICES.elsewhere, hostMemoryStatus)).outcome).toMatchObject({
      outcome: 'rejected',
      code: 'handler_failed',
      reason: 'not_supported_here',
    });
  });

  it.runIf(process.platform === 'linux')(
    'tells something plausible of the machine that runs this test',
    async () => {
      const memory = resultOf<MemoryStatus>(await tryHere(hostMemoryStatus));
      expect(memory.total_bytes).toBeGreaterThan(2 ** 20);
      expect(memory.available_bytes).toBeGreaterThan(0);
      expect(memory.available_bytes).toBeLessThanOrEqual(memory.total_bytes ?? 0);
      expect(memory.used_percent).toBeGreaterThan(0);
    },
  );
});
