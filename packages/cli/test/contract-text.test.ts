import { POWER_NAMES, type Capability } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { boundsText, powerTexts, reachOf } from '../src/contract-text.js';

const capability = {
  powers: ['file', 'clock'],
  roots: ['/proc/stat', '/proc/loadavg'],
  origins: ['search'],
  programs: ['systemctl'],
  secrets: ['token'],
  settings: ['home'],
  bounds: { timeoutMs: 2_000, maxResultBytes: 65_536, maxPerTurn: 4 },
} as unknown as Capability;

describe('contract text', () => {
  it('says bounds with their units', () => {
    expect(boundsText(capability)).toBe('2 s to run, 64 KiB of result, 4 runs a turn');
  });

  it('says each power with what it reaches', () => {
    expect(powerTexts(capability)).toEqual(['file: /proc/stat, /proc/loadavg', 'clock']);
    expect(powerTexts({ ...capability, powers: [] })).toEqual(['none: it reaches nothing']);
  });

  it('knows the reach of every power there is', () => {
    expect(POWER_NAMES.map((power) => reachOf(capability, power))).toEqual([
      ['any public host'],
      ['search'],
      ['systemctl'],
      ['token'],
      ['home'],
      ['/proc/stat', '/proc/loadavg'],
      [],
      [],
    ]);
  });
});
