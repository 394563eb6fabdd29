import { describe, expect, it } from 'vitest';
import type { Notice } from '../../src/executor/notifier.js';
import { fixtureCaller, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const asked = { args: { note: 'a canary' } };

describe('notifier', () => {
  it('S3-183 is told once that a person is asked, and nothing of what', async () => {
    const told: Notice[] = [];
    const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
      notifier: { notify: (notice) => void told.push(notice) },
    });
    const outcome = await host.invoke(asked);
    await host.invoke(asked);
    if (outcome.outcome !== 'pending') throw new Error('not asked');
    const { id, expiresAt } = outcome.pending;
    expect(told).toEqual([{ kind: 'confirmation_requested', id, expiresAt }]);
  });

  it('names the capability where it asks for that, and nothing more', async () => {
    const told: Notice[] = [];
    const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
      notifier: { detail: 'capability', notify: (notice) => void told.push(notice) },
    });
    await host.invoke(asked);
    expect(told).toMatchObject([{ capability: 'fixture.probe' }]);
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  it('one that fails costs nobody anything but the notice', async () => {
    for (const notify of [
      () => {
        throw new Error('no bell');
      },
      () => Promise.reject(new Error('no bell')),
    ]) {
      const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
        notifier: { notify },
      });
      expect(await host.invoke(asked)).toMatchObject({ outcome: 'pending' });
      await Promise.resolve();
      expect(host.defects).toMatchObject([{ message: 'no bell' }]);
    }
  });

  it('S3-093 is not told of a preview', async () => {
    const told: unknown[] = [];
    const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability], {
      notifier: { notify: (notice) => void told.push(notice) },
    });
    await host.executor.preview(
      { capability: 'fixture.probe', version: 1, args: {} },
      fixtureCaller(),
    );
    await host.invoke({}, { mayAsk: false });
    expect(told).toEqual([]);
  });
});
