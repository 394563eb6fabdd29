import { describe, expect, it } from 'vitest';
import { EXTERNAL_POWERS, POWER_NAMES } from '../../src/powers/powers.js';

describe('powers', () => {
  it('names every power, once, and none that is a shell or a way to everything', () => {
    expect(POWER_NAMES).toEqual([
      'web',
      'origin',
      'command',
      'secret',
      'settings',
      'file',
      'clock',
      'log',
    ]);
    expect(Object.isFrozen(POWER_NAMES)).toBe(true);
  });

  it('knows which leave the device', () => {
    expect([...EXTERNAL_POWERS]).toEqual(['web']);
    expect([...EXTERNAL_POWERS].filter((name) => !POWER_NAMES.includes(name))).toEqual([]);
  });
});
