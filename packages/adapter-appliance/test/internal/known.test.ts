import { Failure, PowerError, type FilePower, type PowerFault } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { listKnown, listNeeded, readKnown, readNeeded } from '../../src/internal/known.js';

const refusing = (error: unknown): FilePower => ({
  readText: async () => Promise.reject(error),
  list: async () => Promise.reject(error),
  volume: async () => Promise.reject(error),
});
const faults: readonly PowerFault[] = ['not_declared', 'not_found', 'too_large', 'unavailable'];

describe('readKnown and listKnown', () => {
  it.each(faults)('know nothing where the power says %s', async (fault) => {
    const file = refusing(new PowerError('file', fault));
    expect(await readKnown(file, '/proc/x')).toBeNull();
    expect(await listKnown(file, '/proc')).toBeNull();
  });

  it('let any other error through', async () => {
    await expect(readKnown(refusing(new TypeError('ours')), '/proc/x')).rejects.toThrow(TypeError);
  });
});

describe('readNeeded and listNeeded', () => {
  it.each([
    ['not_found', 'not_supported_here'],
    ['unavailable', 'proc_unreadable'],
    ['too_large', 'proc_unreadable'],
    ['not_declared', 'proc_unreadable'],
  ] as const)('end the handler where the power says %s: %s', async (fault, reason) => {
    const file = refusing(new PowerError('file', fault));
    for (const asked of [readNeeded(file, '/proc/x'), listNeeded(file, '/proc')]) {
      const thrown: unknown = await asked.catch((error: unknown) => error);
      expect(Failure.is(thrown) && thrown.reason).toBe(reason);
    }
  });

  it('let any other error through', async () => {
    await expect(readNeeded(refusing(new TypeError('ours')), '/proc/x')).rejects.toThrow(TypeError);
  });
});
