import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ownTimers } from '../../../src/bounds/inside/own-timers.js';
import { serve } from '../../../src/bounds/inside/serve.js';
import type { Call, FromWorker } from '../../../src/bounds/channel/messages.js';
import { fail } from '../../../src/contract/failure.js';
import { defineHandler } from '../../../src/contract/handler.js';

type Body = (
  args: Record<string, unknown>,
  powers: Record<string, never>,
  signal: AbortSignal,
) => unknown;

/** A worker in this very process: its handler is a function. */
async function served(body: Body) {
  const said: FromWorker[] = [];
  const service = serve({
    say: (message) => said.push(message),
    load: (source) =>
      source === 'broken'
        ? Promise.reject(new SyntaxError('line 1'))
        : Promise.resolve(source === 'empty' ? {} : { default: defineHandler(body as never) }),
    timers: ownTimers({
      setTimeout,
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    }),
    afterwards: (then) => void setImmediate(then),
  });
  service.hear({ is: 'load', source: 'x' });
  await sleep(1);
  return { said, service };
}
const call = (parts: Partial<Call> = {}): Call => ({
  is: 'call',
  call: 'c',
  args: {},
  maxResultBytes: 50,
  invocation: { id: 'x' },
  powers: [],
  origins: [],
  now: 0,
  ...parts,
});
const last = async (body: Body, parts: Partial<Call> = {}): Promise<unknown> => {
  const { said, service } = await served(body);
  service.hear(call(parts));
  await sleep(10);
  return said.at(-1);
};

describe('a worker', () => {
  it('says whether it could load its handler', async () => {
    const { said, service } = await served(() => 1);
    service.hear({ is: 'load', source: 'broken' });
    service.hear({ is: 'load', source: 'empty' });
    await sleep(1);
    expect(said).toMatchObject([
      { is: 'loaded' },
      { is: 'unloadable', text: expect.stringContaining('line 1') as string },
      { is: 'unloadable', text: expect.stringContaining('no default export') as string },
    ]);
  });

  it('hands over frozen arguments and says the result', async () => {
    expect(
      await last((args) => ({ frozen: Object.isFrozen(args['list']) }), { args: { list: [1] } }),
    ).toEqual({
      is: 'result',
      call: 'c',
      result: { frozen: true },
    });
  });

  it.each([
    [() => fail('no_such_unit'), { code: 'handler_failed', reason: 'no_such_unit' }],
    [() => 'x'.repeat(100), { code: 'result_too_large' }],
    [() => ({ when: new Date() }), { code: 'invalid_result' }],
    [
      () => Promise.reject(new Error('why')),
      { code: 'handler_failed', text: expect.stringContaining('why') as string },
    ],
  ] as const)('says what a handler failed with (%#)', async (body, expected) => {
    expect(await last(body)).toMatchObject({ is: 'failed', call: 'c', ...expected });
  });

  it('a failed call fires its signal; one that threw aside has failed too', async () => {
    let signal: AbortSignal | undefined;
    const { said, service } = await served((_args, _powers, given) => {
      signal = given;
      return new Promise(() => undefined);
    });
    service.hear(call());
    await sleep(1);
    service.threw(new Error('stray'));
    await sleep(5);
    expect(signal?.aborted).toBe(true);
    expect(said.at(-1)).toMatchObject({ is: 'failed', code: 'handler_failed' });
  });

  it('hears no answer to another call', async () => {
    const { said, service } = await served(async (_args, powers) =>
      (powers['file'] as never as { readText(path: string): Promise<string> }).readText('/a'),
    );
    service.hear(call({ powers: ['file'] }));
    await sleep(1);
    service.hear({ is: 'answer', call: 'another', ask: 1, value: 'forged' });
    await sleep(1);
    expect(said.at(-1)).toMatchObject({ is: 'ask' });
    service.hear({ is: 'answer', call: 'c', ask: 1, value: 'right' });
    await sleep(5);
    expect(said.at(-1)).toMatchObject({ is: 'result', result: 'right' });
  });
});
