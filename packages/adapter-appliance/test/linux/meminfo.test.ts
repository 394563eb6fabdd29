import { describe, expect, it } from 'vitest';
import { readMeminfo } from '../../src/linux/meminfo.js';

describe('readMeminfo', () => {
  it('reads kB as 1,024 bytes', () => {
    const text =
      'MemTotal:        4018188 kB\nMemFree:  1 kB\nMemAvailable:     301364 kB\nSwapTotal:  10 kB\nSwapFree:  4 kB\n';
    expect(readMeminfo(text)).toEqual({
      totalBytes: 4_018_188 * 1_024,
      availableBytes: 301_364 * 1_024,
      swapTotalBytes: 10_240,
      swapFreeBytes: 4_096,
    });
  });

  it('does not take «free» for «available» on kernels before 3.14', () => {
    expect(readMeminfo('MemTotal: 100 kB\nMemFree: 50 kB\n')).toMatchObject({
      totalBytes: 102_400,
      availableBytes: null,
    });
  });

  it('tells a machine without swap from one that does not say', () => {
    expect(readMeminfo('SwapTotal: 0 kB\nSwapFree: 0 kB\n')).toMatchObject({
      swapTotalBytes: 0,
      swapFreeBytes: 0,
    });
    expect(readMeminfo('')).toMatchObject({ swapTotalBytes: null, swapFreeBytes: null });
  });

  it('drops a part that is larger than its whole', () => {
    expect(readMeminfo('MemTotal: 1 kB\nMemAvailable: 2 kB\n')).toMatchObject({
      totalBytes: 1_024,
      availableBytes: null,
    });
  });

  it.each([
    'MemTotal: 1 MB',
    'MemTotal: -1 kB',
    'MemTotal: 1.5 kB',
    'xMemTotal:',
    'MemTotal: 9007199254740991 kB',
  ])('knows nothing of %j', (line) => {
    expect(readMeminfo(`${line}\n`).totalBytes).toBeNull();
  });
});
