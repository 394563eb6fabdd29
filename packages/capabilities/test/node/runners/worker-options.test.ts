import { describe, expect, it } from 'vitest';
import { readWorkerOptions } from '../../../src/node/runners/worker-options.js';

describe('options of workers', () => {
  it('have safe defaults', () => {
    expect(readWorkerOptions({})).toMatchObject({
      maxCalls: 1_000,
      idleMs: 60_000,
      heapMb: 64,
      maxResultBytes: 16_777_216,
    });
  });

  it.each([
    { maxWorkers: 1 },
    { maxCalls: 1_001 },
    { idleMs: 0 },
    { heapMb: 1.5 },
    { heapMb: NaN },
  ])('refuse %o and name what is wrong', (options) => {
    const [name] = Object.keys(options);
    expect(() => readWorkerOptions(options)).toThrow(`\`${name}\` is not a whole number`);
  });
});
