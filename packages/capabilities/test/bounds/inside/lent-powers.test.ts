import { describe, expect, it } from 'vitest';
import { lentPowers } from '../../../src/bounds/inside/lent-powers.js';
import type { Call, FromWorker } from '../../../src/bounds/channel/messages.js';
import { PowerError } from '../../../src/powers/power-error.js';

function lentTo(parts: Partial<Call> = {}) {
  const said: FromWorker[] = [];
  const call: Call = {
    is: 'call',
    call: 'c',
    args: {},
    maxResultBytes: 100,
    invocation: { id: 'x' },
    powers: ['file', 'clock', 'log', 'origin'],
    origins: ['lamp'],
    now: 1_000,
    ...parts,
  };
  return { ...lentPowers(call, (message) => said.push(message)), said };
}

describe('lent powers', () => {
  it('are those of the call and no other', () => {
    const { powers } = lentTo();
    expect(Object.keys(powers)).toEqual(['file', 'clock', 'log', 'origin']);
    expect(Object.keys(powers.origin ?? {})).toEqual(['lamp']);
    expect(lentTo({ powers: [] }).powers).toEqual({});
  });

  it('ask with plain arguments, keep the signal, and bring the answer', async () => {
    const { powers, said, answer } = lentTo();
    const { signal } = new AbortController();
    const text = powers.file?.readText('/a', { maxBytes: 5, signal } as never);
    const lamp = powers.origin?.['lamp']?.get('/state');
    expect(said).toEqual([
      {
        is: 'ask',
        call: 'c',
        ask: 1,
        power: 'file',
        method: 'readText',
        args: ['/a', { maxBytes: 5 }],
      },
      {
        is: 'ask',
        call: 'c',
        ask: 2,
        power: 'origin',
        name: 'lamp',
        method: 'get',
        args: ['/state', {}],
      },
    ]);
    answer(2, { status: 200 });
    answer(1, 'hello');
    expect(await text).toBe('hello');
    expect(await lamp).toEqual({ status: 200 });
  });

  it('refuse with an error that every copy of the package knows', async () => {
    const { powers, refuse } = lentTo();
    const text = powers.file?.readText('/a');
    refuse(1, 'file', 'not_declared');
    await expect(text).rejects.toSatisfy(
      (thrown) => PowerError.is(thrown) && thrown.code === 'not_declared',
    );
  });

  it('drop what the handler does not wait for any more, and refuse what cannot be sent', async () => {
    const { powers, said } = lentTo();
    const stop = new AbortController();
    const text = powers.file?.readText('/a', { signal: stop.signal } as never);
    stop.abort();
    await expect(text).rejects.toMatchObject({ code: 'aborted' });
    expect(said.at(-1)).toEqual({ is: 'drop', call: 'c', ask: 1 });
    await expect(
      powers.file?.readText('/a', { signal: stop.signal } as never),
    ).rejects.toMatchObject({
      code: 'aborted',
    });
    await expect(powers.file?.readText(1n as never)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    expect(said).toHaveLength(2);
  });

  it('ask for no more at once than the host takes, and lose none of it', async () => {
    const { powers, said, answer, end } = lentTo();
    const texts = Array.from({ length: 100 }, async (_, index) =>
      powers.file?.readText(`/${index}`),
    );
    expect(said).toHaveLength(64);
    for (let ask = 1; ask <= 100; ask += 1) {
      answer(ask, `text ${ask}`);
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(texts)).at(-1)).toBe('text 100');
    expect(said).toHaveLength(100);
    end();
  });

  it('one that waits for its turn is told at once that it was aborted, and is never asked', async () => {
    const { powers, said, answer, end } = lentTo();
    const ahead = Array.from({ length: 64 }, async () => powers.file?.readText('/a'));
    const stop = new AbortController();
    const late = powers.file?.readText('/late', { signal: stop.signal } as never);
    stop.abort();
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
    await expect(
      powers.file?.readText('/later', { signal: stop.signal } as never),
    ).rejects.toMatchObject({ code: 'aborted' });
    for (let ask = 1; ask <= 64; ask += 1) answer(ask, 'x');
    await Promise.all(ahead);
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).toHaveLength(64);
    end();
  });

  it('ask for no more in all than the host takes, and say so', async () => {
    const { powers, answer, said } = lentTo();
    for (let ask = 1; ask <= 10_000; ask += 1) {
      const text = powers.file?.readText('/a');
      answer(ask, 'x');
      await text;
    }
    await expect(powers.file?.readText('/a')).rejects.toMatchObject({ code: 'too_large' });
    expect(said).toHaveLength(10_000);
  });

  it('a note that cannot be written is dropped, as it is everywhere', () => {
    const call = { powers: ['log'], origins: [] as string[], call: 'c', now: 0 } as unknown as Call;
    const { powers } = lentPowers(call, (message) => void JSON.stringify(message));
    expect(() => powers.log?.note('odd', { big: 1n } as never)).not.toThrow();
  });

  it('are dead once the call is over', async () => {
    const { powers, said, end } = lentTo();
    const text = powers.file?.readText('/a');
    end();
    await expect(text).rejects.toMatchObject({ code: 'aborted' });
    await expect(powers.file?.list('/a')).rejects.toMatchObject({ code: 'aborted' });
    powers.log?.note('late');
    expect(said).toHaveLength(1);
  });

  it('tell the time by the clock that was lent, and pass notes on', () => {
    const { powers, said } = lentTo();
    const now = powers.clock?.now() ?? 0;
    expect(now).toBeGreaterThanOrEqual(1_000);
    expect(now).toBeLessThan(2_000);
    powers.log?.note('slow', { ms: 5 });
    expect(said).toEqual([{ is: 'note', call: 'c', word: 'slow', facts: { ms: 5 } }]);
  });
});
