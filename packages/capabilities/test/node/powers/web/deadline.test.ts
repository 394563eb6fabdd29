import { describe, expect, it } from 'vitest';
import { within } from '../../../../src/node/powers/web/deadline.js';
import { refusalOf } from '../refusal.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('within', () => {
  it('gives what the work gives, and lets its errors through', async () => {
    expect(await within(1_000, undefined, () => Promise.resolve('done'))).toBe('done');
    await expect(within(1_000, undefined, () => Promise.reject(new Error('ours')))).rejects.toThrow(
      'ours',
    );
  });

  it('ends the wait, and tells the work why', async () => {
    let told: AbortSignal | undefined;
    const late = within(5, undefined, (signal) => {
      told = signal;
      return never();
    });
    expect(await refusalOf(late)).toBe('timed_out');
    expect(told?.reason).toMatchObject({ code: 'timed_out' });
  });

  it('G08: ends with the signal above, and does not begin after it', async () => {
    const above = new AbortController();
    const ended = within(1_000, above.signal, never);
    above.abort();
    expect(await refusalOf(ended)).toBe('aborted');
    let began = false;
    const late = within(1_000, above.signal, async () => {
      began = true;
    });
    expect([await refusalOf(late), began]).toEqual(['aborted', false]);
  });

  it('passes the reason on through every part', async () => {
    const part = within(5, undefined, (signal) => within(1_000, signal, never));
    expect(await refusalOf(part)).toBe('timed_out');
  });
});
