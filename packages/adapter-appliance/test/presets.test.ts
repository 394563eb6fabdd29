import { createRegistry } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { appliance } from '../src/presets.js';

const AUTOMATIC = {
  sideEffect: 'read_only',
  network: 'local',
  confirmation: 'automatic',
  defaultRuling: 'allow',
} as const;

describe('appliance', () => {
  it('S1-150 holds system.health and the three of the host: read-only, local, automatic', () => {
    expect(
      appliance.map(({ id, sideEffect, network, confirmation, defaultRuling, powers }) => ({
        id,
        sideEffect,
        network,
        confirmation,
        defaultRuling,
        powers,
      })),
    ).toEqual([
      { id: 'system.health@1', ...AUTOMATIC, powers: ['file', 'clock'] },
      { id: 'host.disk.usage@1', ...AUTOMATIC, powers: ['file'] },
      { id: 'host.memory.status@1', ...AUTOMATIC, powers: ['file'] },
      { id: 'host.process.list@1', ...AUTOMATIC, powers: ['file'] },
    ]);
  });

  it('S1-154 holds nothing that changes anything', () => {
    expect(appliance.filter(({ sideEffect }) => sideEffect !== 'read_only')).toEqual([]);
  });

  it('holds nothing whose handler is lent a way off the device', () => {
    const ways = new Set(['web', 'origin', 'command', 'secret']);
    expect(appliance.flatMap(({ powers }) => powers).filter((power) => ways.has(power))).toEqual(
      [],
    );
  });

  it('is frozen, and a registry accepts it', () => {
    expect(Object.isFrozen(appliance)).toBe(true);
    expect(createRegistry(appliance).capabilities).toHaveLength(4);
  });
});
