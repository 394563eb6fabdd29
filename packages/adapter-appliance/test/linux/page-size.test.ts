import { describe, expect, it } from 'vitest';
import { readPageBytes } from '../../src/linux/page-size.js';
import { statOf } from '../fixtures/processes.js';

const status = (kibibytes: number): string =>
  `Name:\tnode\nVmPeak:\t 9 kB\nVmRSS:\t   ${kibibytes} kB\nVmData:\t 9 kB\n`;
const stat = (pages: number): string => statOf({ pid: 7, name: 'node', pages });

describe('readPageBytes', () => {
  it.each([
    [15_000, 60_000, 4_096],
    [15_000, 61_900, 4_096],
    [4_096, 65_700, 16_384],
    [1_024, 65_000, 65_536],
    [1_024, 8_000, 8_192],
  ])('of %s pages that are %s kB: %s bytes', (pages, kibibytes, bytes) => {
    expect(readPageBytes(stat(pages), status(kibibytes))).toBe(bytes);
  });

  it.each([
    [0, 60_000],
    [15_000, 0],
    [15_000, 15_000],
    [15_000, 165_000],
    [15_000, 480_000],
  ])('does not guess from %s pages and %s kB', (pages, kibibytes) => {
    expect(readPageBytes(stat(pages), status(kibibytes))).toBeNull();
  });

  it('knows nothing without either', () => {
    expect(readPageBytes('', status(1))).toBeNull();
    expect(readPageBytes(stat(1), 'Name:\tkthreadd\n')).toBeNull();
  });
});
