import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { race, sceneOf } from '../../src/testing/store-scene.js';

function scene(peers = 0) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const handles = Array.from({ length: peers }, () => ({ ...store }));
  return sceneOf({ store, peers: handles, advance: (ms) => clock.advance(ms) }, 60_000);
}

describe('sceneOf', () => {
  it('gives the same wish the same fingerprint and disclosure, and every proposal an id of its own', () => {
    const { proposal } = scene();
    const [one, same, other] = [
      proposal({ args: ['a'] }),
      proposal({ args: ['a'] }),
      proposal({ args: ['b'] }),
    ];
    expect([same.fingerprint, same.disclosure.digest]).toEqual([
      one.fingerprint,
      one.disclosure.digest,
    ]);
    expect(other.fingerprint).not.toBe(one.fingerprint);
    expect(other.disclosure.digest).not.toBe(one.disclosure.digest);
    expect(new Set([one.id, same.id, other.id]).size).toBe(3);
  });

  it('shows another disclosure for other marks of where text came from', () => {
    const { proposal } = scene();
    const digests = [[], [{ path: '', source: 'web', trust: 'low' }]].map(
      (provenance) => proposal({ provenance: provenance as never }).disclosure.digest,
    );
    expect(new Set(digests).size).toBe(2);
  });

  it('approves, mints and begins', async () => {
    const { approve, mint, begin, find } = scene();
    const { id, fingerprint } = await approve({ args: ['a'] });
    expect(await begin({ tokenHash: await mint(id), fingerprint })).toEqual({ ok: true });
    expect((await find(id))?.state).toBe('spent');
  });

  it('throws where a store cannot do what a fixture needs', async () => {
    const { open, mint, begin, store } = scene();
    const { id } = await open();
    await expect(mint(id)).rejects.toThrow('got no token');
    const full = sceneOf(
      { store: { ...store, openPending: () => 'too_many_pending' }, advance: () => undefined },
      1,
    );
    await expect(full.open()).rejects.toThrow('one too many');
    await expect(full.approve()).rejects.toThrow('one too many');
    expect(await begin()).toEqual({ ok: true });
  });
});

describe('race', () => {
  it('runs all at once, each through its own handle, in turn', async () => {
    const one = scene(2);
    const handles = [one.store, ...(one.peers ?? [])];
    let running = 0;
    const seen = await race(one, 7, async (store, racer) => {
      running += 1;
      await Promise.resolve();
      return [handles.indexOf(store), racer, running];
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((racer) => [racer % 3, racer, 7]));
  });
});
