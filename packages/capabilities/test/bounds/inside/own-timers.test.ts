import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ownTimers } from '../../../src/bounds/inside/own-timers.js';

type Name = 'setTimeout' | 'setInterval' | 'setImmediate' | 'clearInterval';
type Set = (callback: () => void, ms?: number, ...args: unknown[]) => number;

const timersOf = () => {
  const own = ownTimers({
    setTimeout,
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  });
  return { clearAll: own.clearAll, ...(own.globals as Record<Name, Set>) };
};

describe('timers of a handler', () => {
  it('ring, again and again where asked, with their arguments, until they are cleared', async () => {
    const { setTimeout: set, setInterval: repeat, clearInterval: clear } = timersOf();
    const rung: unknown[] = [];
    set(((one: unknown) => rung.push(one)) as never, 1, 'once');
    const every = repeat(() => rung.push('again'), 1);
    await sleep(30);
    clear(every as never);
    const before = rung.length;
    await sleep(10);
    expect(rung).toHaveLength(before);
    expect(rung.filter((one) => one === 'once')).toHaveLength(1);
    expect(before).toBeGreaterThan(2);
  });

  it('are numbers, and can all be taken back at once', async () => {
    const { setTimeout: set, setInterval: repeat, setImmediate: soon, clearAll } = timersOf();
    let rung = 0;
    const ids = [set(() => (rung += 1), 1), repeat(() => (rung += 1), 1), soon(() => (rung += 1))];
    expect(ids.every((id) => typeof id === 'number')).toBe(true);
    clearAll();
    await sleep(10);
    expect(rung).toBe(0);
  });

  it('need a function', () => {
    expect(() => timersOf().setTimeout('process.exit()' as never)).toThrow(TypeError);
  });
});
