import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atMost, within } from '../../src/database/deadline.js';

const never = (): Promise<never> => new Promise(() => undefined);
const late = (): Error => new Error('late');

describe('within', () => {
  it('gives what comes in time, or throws it', async () => {
    expect(await within(1_000, async () => 7, late)).toBe(7);
    const failing = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(within(1_000, failing, late)).rejects.toThrow('no');
  });

  it('rejects where nothing comes, and what fails later disturbs nobody', async () => {
    await expect(within(10, never, late)).rejects.toThrow('late');
    const failing = async (): Promise<never> => {
      await pause(20);
      throw new Error('no');
    };
    await expect(within(10, failing, late)).rejects.toThrow('late');
    await pause(20);
  });
});

describe('atMost', () => {
  it('waits for what comes, however it ends, and not for what does not', async () => {
    let ended = false;
    await atMost(
      1_000,
      pause(10).then(() => (ended = true)),
    );
    expect(ended).toBe(true);
    await atMost(1_000, Promise.reject(new Error('no')));
    await atMost(10, never());
  });
});
