import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { hostDiskUsage, type DiskUsage } from '../../src/host/host.disk.usage.js';
import { DEVICES } from '../fixtures/devices.js';
import { resultOf, tryHere, tryOn } from '../fixtures/invoke.js';

describe('host.disk.usage, through an executor', () => {
  it('says where it is not supported', async () => {
    expect((await tryOn(DEVICES.elsewhere, hostDiskUsage)).outcome).toMatchObject({
      reason: 'not_supported_here',
    });
  });

  it.runIf(process.platform === 'linux')(
    'S3-114 starts no process on the machine that runs this test, and tells something plausible of it',
    async () => {
      const { started, answer } = await spyOnProcesses(() => tryHere(hostDiskUsage));
      expect(started).toBe(0);
      for (const { total_bytes, available_bytes, used_percent } of resultOf<DiskUsage>(answer)
        .volumes) {
        if (total_bytes === null || available_bytes === null) continue;
        expect(total_bytes).toBeGreaterThan(0);
        expect(available_bytes).toBeLessThanOrEqual(total_bytes);
        expect(used_percent ?? 0).toBeLessThanOrEqual(100);
      }
    },
  );

  it('S3-114 would have been seen starting one', async () => {
    const { started } = await spyOnProcesses(async () => {
      const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
      await new Promise((ended) => child.once('exit', ended));
    });
    expect(started).toBe(1);
  });
});

/** Counts the processes that Node starts meanwhile. */
async function spyOnProcesses<T>(work: () => Promise<T>): Promise<{ started: number; answer: T }> {
  let started = 0;
  const count = (): void => void (started += 1);
  subscribe('child_process', count);
  try {
    return { answer: await work(), started };
  } finally {
    unsubscribe('child_process', count);
  }
}
