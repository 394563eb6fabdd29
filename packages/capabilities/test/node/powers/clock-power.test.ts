import { describe, expect, it } from 'vitest';
import { nodeClockPower } from '../../../src/node/powers/clock-power.js';

describe('nodeClockPower', () => {
  it('tells the time it is given, and is frozen', () => {
    const clock = nodeClockPower(() => 7);
    expect(clock.now()).toBe(7);
    expect(Object.isFrozen(clock)).toBe(true);
  });

  it('tells this machine’s time unless stated', () => {
    expect(Math.abs(nodeClockPower().now() - Date.now())).toBeLessThan(1_000);
  });
});
