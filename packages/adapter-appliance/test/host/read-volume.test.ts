import { PowerError, type FilePower, type Volume } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { readVolume } from '../../src/host/read-volume.js';

const answering = (volume: () => Promise<Volume>): FilePower => ({
  readText: async () => '',
  list: async () => [],
  volume,
});

describe('readVolume', () => {
  it('counts as `df` does: what is kept back is neither used nor available', async () => {
    const file = answering(async () => ({
      totalBytes: 1_000,
      freeBytes: 400,
      availableBytes: 200,
    }));
    expect(await readVolume(file, '/')).toEqual({
      total_bytes: 1_000,
      available_bytes: 200,
      used_percent: 75,
    });
  });

  it('does not know the share of a volume without room for anything', async () => {
    const file = answering(async () => ({
      totalBytes: 1_000,
      freeBytes: 1_000,
      availableBytes: 0,
    }));
    expect(await readVolume(file, '/')).toEqual({
      total_bytes: 1_000,
      available_bytes: 0,
      used_percent: null,
    });
  });

  it('knows nothing of a volume that does not answer, or has no size', async () => {
    expect(
      await readVolume(
        answering(async () => Promise.reject(new PowerError('file', 'unavailable'))),
        '/',
      ),
    ).toBeNull();
    expect(
      await readVolume(
        answering(async () => ({ totalBytes: 0, freeBytes: 0, availableBytes: 0 })),
        '/',
      ),
    ).toBeNull();
  });
});
