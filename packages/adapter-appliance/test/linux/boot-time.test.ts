import { describe, expect, it } from 'vitest';
import { readBootSeconds } from '../../src/linux/boot-time.js';

describe('readBootSeconds', () => {
  it('reads the line of its name, wherever it stands', () => {
    expect(readBootSeconds('cpu 1 2\nbtime 1780000000\nprocesses 3\n')).toBe(1_780_000_000);
  });

  it.each(['', 'btime', 'btime x', 'xbtime 1', 'btime -1'])('knows nothing of %j', (text) => {
    expect(readBootSeconds(text)).toBeNull();
  });
});
