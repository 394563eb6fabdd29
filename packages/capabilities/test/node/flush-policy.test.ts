import { describe, expect, it } from 'vitest';
import { createFlushPolicy } from '../../src/node/flush-policy.js';

describe('createFlushPolicy', () => {
  const lone = { tookMs: 0.2, alone: true, blocked: false };

  it('blocks only after a flush during which nobody came, and leaves one to the pool now and then', () => {
    const policy = createFlushPolicy(0.5);
    expect(policy.mayBlock(1)).toBe(false);
    policy.learn(lone);
    let run = 0;
    for (; policy.mayBlock(1); run += 1) policy.learn({ ...lone, blocked: true });
    expect(run).toBe(15);
    policy.learn({ ...lone, alone: false });
    expect(policy.mayBlock(1)).toBe(false);
  });

  it('never blocks for more than one caller', () => {
    const policy = createFlushPolicy(0.5);
    policy.learn(lone);
    expect([policy.mayBlock(2), policy.mayBlock(1)]).toEqual([false, true]);
  });

  it('never blocks where flushes are slow', () => {
    const policy = createFlushPolicy(0.5);
    for (let i = 0; i < 20; i += 1) policy.learn({ ...lone, tookMs: 5 });
    expect(policy.mayBlock(1)).toBe(false);
    expect(createFlushPolicy(0).mayBlock(1)).toBe(false);
  });
});
