import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Interface } from '../../src/linux/interfaces.js';
import { judge, statusOf } from '../../src/system/checks.js';
import { HEALTH_THRESHOLDS } from '../../src/system/thresholds.js';

const space = (used_percent: number | null) => ({
  total_bytes: 100,
  available_bytes: 1,
  used_percent,
});
const face = (state: string | null, hasAddress: boolean | null): Interface => ({
  name: 'eth0',
  state,
  addresses: null,
  hasAddress,
});
const nothing = { memory: null, data_storage: null, temperature_celsius: null, interfaces: null };

describe('judge', () => {
  it('says `unknown` of what is not known, and that is healthy', () => {
    const checks = judge(nothing);
    expect(Object.values(checks).map(({ status }) => status)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(statusOf(checks)).toBe('healthy');
    expect(judge({ ...nothing, memory: space(null) }).memory.status).toBe('unknown');
  });

  it('warns from each threshold on, and not below', () => {
    const at = (by: number) =>
      judge({
        ...nothing,
        memory: space(HEALTH_THRESHOLDS.memoryUsedPercent + by),
        data_storage: space(HEALTH_THRESHOLDS.storageUsedPercent + by),
        temperature_celsius: HEALTH_THRESHOLDS.temperatureCelsius + by,
      });
    for (const name of ['memory', 'storage', 'temperature'] as const) {
      expect(at(-0.1)[name].status).toBe('ok');
      expect(at(0)[name].status).toBe('warning');
    }
    expect(at(0).storage.summary).toBe('90 percent of the data storage is used; 90 is the limit');
    expect(at(-0.1).temperature.summary).toBe('79.9 degrees Celsius');
  });

  it.each([
    [[face('up', true)], 'ok'],
    [[face(null, true)], 'ok'],
    [[face('down', true), face('up', true)], 'ok'],
    [[face('up', null)], 'unknown'],
    [[face('up', false), face(null, null)], 'unknown'],
    [[face('up', false)], 'warning'],
    [[face('down', true)], 'warning'],
    [[face('down', null)], 'warning'],
    [[], 'warning'],
  ])('judges access by interfaces %j: %s', (interfaces, status) => {
    expect(judge({ ...nothing, interfaces }).local_access.status).toBe(status);
  });

  const percent = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
  test.prop([percent, percent, fc.option(fc.double({ min: -40, max: 130, noNaN: true }))])(
    'for every set of figures: degraded exactly when a check warns',
    (memory, storage, temperature_celsius) => {
      const checks = judge({
        memory: space(memory),
        data_storage: space(storage),
        temperature_celsius,
        interfaces: null,
      });
      const warns = Object.values(checks).some(({ status }) => status === 'warning');
      expect(statusOf(checks)).toBe(warns ? 'degraded' : 'healthy');
      for (const { summary } of Object.values(checks))
        expect(summary.length).toBeLessThanOrEqual(128);
    },
  );
});
