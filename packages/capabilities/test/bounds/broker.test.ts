import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broker } from '../../src/bounds/broker.js';
import type { ToWorker } from '../../src/bounds/channel/messages.js';
import { PowerError } from '../../src/powers/power-error.js';
import type { Powers } from '../../src/powers/powers.js';

const asking = (parts: Record<string, unknown> = {}) => ({
  is: 'ask',
  call: 'c',
  ask: 1,
  power: 'file',
  method: 'readText',
  args: ['/a', {}],
  ...parts,
});

function brokerFor(powers: Partial<Powers>) {
  const said: ToWorker[] = [];
  return { ...broker('c', powers, (message) => said.push(message)), said };
}
const reading = (readText: (...args: never[]) => unknown): Partial<Powers> =>
  ({ file: { readText } }) as unknown as Partial<Powers>;

describe('broker', () => {
  it('asks the power that was lent, with a signal of its own, and brings the answer', async () => {
    const got: unknown[] = [];
    const { hear, said } = brokerFor(
      reading((...args) => {
        got.push(...args);
        return Promise.resolve('hello');
      }),
    );
    expect(hear(asking({ args: ['/a', { maxBytes: 5 }] }))).toBe(true);
    await sleep(1);
    expect(got).toEqual(['/a', { maxBytes: 5, signal: expect.any(AbortSignal) as AbortSignal }]);
    expect(said).toEqual([{ is: 'answer', call: 'c', ask: 1, value: 'hello' }]);
  });

  it.each([
    ['a power that was not lent', asking({ power: 'web', method: 'get' })],
    ['a method that is none', asking({ method: 'constructor' })],
    ['a power that every object has', asking({ power: '__proto__', method: 'toString' })],
    ['a number of arguments that is another', asking({ args: ['/a'] })],
    ['a service without a name', asking({ power: 'origin', method: 'get' })],
    ['a service of another name', asking({ power: 'origin', method: 'get', name: 'constructor' })],
  ])('refuses %s as not declared', async (_what, message) => {
    const { hear, said } = brokerFor({
      ...reading(() => Promise.resolve('x')),
      origin: { lamp: {} as never },
    });
    hear(message);
    await sleep(1);
    expect(said).toMatchObject([{ is: 'refusal', code: 'not_declared' }]);
  });

  it('passes on the code of a refusal, and of anything else that was thrown nothing', async () => {
    for (const [thrown, code] of [
      [new PowerError('file', 'too_large'), 'too_large'],
      [new Error('/etc/shadow'), 'unavailable'],
      ['a secret', 'unavailable'],
    ] as const) {
      const { hear, said } = brokerFor(
        reading(() => {
          // oxlint-disable-next-line typescript/only-throw-error
          throw thrown;
        }),
      );
      hear(asking());
      await sleep(1);
      expect(said).toEqual([{ is: 'refusal', call: 'c', ask: 1, power: 'file', code }]);
    }
  });

  it('aborts what is dropped, and all of it at the end; nothing is answered after', async () => {
    const signals: AbortSignal[] = [];
    const { hear, end, said } = brokerFor(
      reading((_path: string, { signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return sleep(5, 'late');
      }),
    );
    hear(asking());
    hear(asking({ ask: 2 }));
    hear({ is: 'drop', call: 'c', ask: 1 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    end();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await sleep(20);
    expect(said).toEqual([]);
  });

  it('a log that throws is nobody’s end', () => {
    const note = (): never => {
      throw new Error('the disk is full');
    };
    const { hear } = brokerFor({ log: { note } });
    expect(hear({ is: 'note', call: 'c', word: 'slow', facts: {} })).toBe(true);
  });

  it('for every nonsense: says whether a worker of ours could have said it, and never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('is', 'ask', 'power', 'method', 'name', 'args'),
          fc.jsonValue(),
        ),
        (message) => {
          const { hear } = brokerFor({});
          expect(typeof hear(message)).toBe('boolean');
        },
      ),
    );
  });

  it('a flood of wishes is no worker of ours', () => {
    const { hear } = brokerFor(reading(() => new Promise(() => undefined)));
    const heard = Array.from({ length: 70 }, (_, ask) => hear(asking({ ask })));
    expect(heard.filter(Boolean)).toHaveLength(64);
  });
});
