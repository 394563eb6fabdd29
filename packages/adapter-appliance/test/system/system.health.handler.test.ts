import { describe, expect, it } from 'vitest';
import { systemHealth, type SystemHealth } from '../../src/system/system.health.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryHere, tryOn } from '../fixtures/invoke.js';

describe('system.health, through an executor', () => {
  it('says where it is not supported', async () => {
    expect((await tryOn(DEVICES.elsewhere, systemHealth)).outcome).toMatchObject({
      reason: 'not_supported_here',
    });
  });

  it.runIf(process.platform === 'linux')(
    'tells something plausible of the machine that runs this test',
    async () => {
      const { system, checked_at, status } = resultOf<SystemHealth>(await tryHere(systemHealth));
      expect(['healthy', 'degraded']).toContain(status);
      expect(Math.abs(Date.parse(checked_at) - Date.now())).toBeLessThan(5_000);
      expect(system.uptime_seconds).toBeGreaterThan(0);
      expect(system.memory?.total_bytes).toBeGreaterThan(2 ** 20);
      expect(system.memory?.available_bytes).toBeLessThanOrEqual(system.memory?.total_bytes ?? 0);
    },
  );
});
