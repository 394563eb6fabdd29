import { describe, expect, it } from 'vitest';
import { readTemperature } from '../../src/system/read-temperature.js';
import { systemHealth } from '../../src/system/system.health.js';
import { lend } from '../fixtures/device.js';
import { DEVICES } from '../fixtures/devices.js';

const never = new AbortController().signal;

describe('readTemperature', () => {
  it.each([
    ['raspberryPi5', 48.9],
    ['x86Vm', null],
    ['oddContainer', null],
  ] as const)('of the fixture %s says %s', async (name, celsius) => {
    expect(await readTemperature(lend(systemHealth, DEVICES[name]).file, never)).toBe(celsius);
  });
});
