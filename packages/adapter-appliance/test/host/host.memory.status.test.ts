import { describe, expect, it } from 'vitest';
import { hostMemoryStatus } from '../../src/host/host.memory.status.js';
import { DEVICES } from '../fixtures/devices.js';
import { tryOn } from '../fixtures/invoke.js';

describe('host.memory.status', () => {
  it('refuses arguments', async () => {
    expect((await tryOn(DEVICES.x86Vm, hostMemoryStatus, { verbose: true })).outcome).toMatchObject(
      {
        code: 'invalid_arguments',
      },
    );
  });
});
