import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from '../../src/bounds/deadlines.js';
import { hearLoaded, hearReady } from '../../src/bounds/first-words.js';
import { fakeWorker } from './fake-worker.js';

describe('the first words of a worker', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  function ready() {
    const worker = fakeWorker();
    const told: boolean[] = [];
    hearReady(worker, createDeadlines(), (isReady) => told.push(isReady));
    return { worker, told };
  }
  function loading() {
    const worker = fakeWorker();
    const told: (string | undefined)[] = [];
    hearLoaded(worker, 'source', createDeadlines(), (fault) => told.push(fault));
    return { worker, told };
  }

  it('say that it is there, once', () => {
    const { worker, told } = ready();
    worker.speak({ is: 'ready' });
    worker.speak({ is: 'ready' });
    worker.die();
    vi.advanceTimersByTime(20_000);
    expect(told).toEqual([true]);
  });

  it('for every other word: it is not there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (nonsense) => {
        const { worker, told } = ready();
        worker.speak(nonsense);
        expect(told).toEqual([false]);
      }),
    );
  });

  it('are its death or its silence, where nothing else comes', () => {
    const dying = ready();
    dying.worker.die();
    const silent = ready();
    const stuck = loading();
    vi.advanceTimersByTime(10_001);
    expect([dying.told, silent.told]).toEqual([[false], [false]]);
    expect(stuck.told).toEqual(['its module did not load in time']);
  });

  it.each([
    [{ is: 'loaded' }, undefined],
    [{ is: 'unloadable', text: 'line 1' }, 'line 1'],
    [{ is: 'unloadable', text: 7 }, 'its module did not load'],
    [null, 'its module did not load'],
  ])('say of a handler, after %j, what is wrong with it: %s', (message, fault) => {
    const { worker, told } = loading();
    expect(worker.told).toEqual([{ is: 'load', source: 'source' }]);
    worker.speak(message);
    expect(told).toEqual([fault]);
  });
});
