import { describe, expect, it } from 'vitest';
import { underWay } from '../../src/database/under-way.js';

/** Something that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve, fail: reject };
}

describe('underWay', () => {
  it('everything has ended when what was begun before has, however it ended', async () => {
    const { begin, ended } = underWay();
    const [one, other] = [held(), held()];
    const seen: string[] = [];
    const first = begin(one.work).then(() => seen.push('one'));
    const second = begin(other.work).catch(() => seen.push('other'));
    const all = ended().then(() => seen.push('all'));
    one.end();
    await first;
    expect(seen).toEqual(['one']);
    other.fail(new Error('no'));
    await Promise.all([second, all]);
    expect(seen).toEqual(['one', 'other', 'all']);
  });

  it('waits for nothing that was begun later', async () => {
    const { begin, ended } = underWay();
    const all = ended();
    const late = held();
    const last = begin(late.work);
    await all;
    late.end();
    await last;
    await expect(ended()).resolves.toBeUndefined();
  });

  it('once it is closed, lets go after all has ended, once, and refuses what comes', async () => {
    const { begin, close } = underWay();
    const one = held();
    const seen: string[] = [];
    const first = begin(one.work).then(() => seen.push('ended'));
    const letGo = (): void => void seen.push('let go');
    const closing = [close(letGo), close(letGo)];
    await expect(begin(async () => seen.push('late'))).rejects.toMatchObject({ fault: 'closed' });
    one.end();
    await Promise.all([first, ...closing]);
    expect(seen).toEqual(['ended', 'let go']);
  });

  it('lets go after so long as well, whatever has not ended', async () => {
    const { begin, close } = underWay();
    const one = held();
    const never = begin(one.work);
    const seen: string[] = [];
    await close(() => void seen.push('let go'), 20);
    expect(seen).toEqual(['let go']);
    one.end();
    await never;
  });
});
