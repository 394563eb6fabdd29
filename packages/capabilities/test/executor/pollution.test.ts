import { afterEach, describe, expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';
import { listedDirectory } from '../../src/confirmation/directory.js';

// Words that somebody in the same realm put on `Object.prototype`: no decision may change by them.

const polluted: string[] = [];
const pollute = (name: string, value: unknown): void => {
  polluted.push(name);
  Object.defineProperty(Object.prototype, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
};
afterEach(() => {
  for (const name of polluted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
});

const WORDS: readonly (readonly [string, unknown])[] = [
  ['ok', true],
  ['effect', 'allow'],
  ['ruling', 'allow'],
  ['approved', { pending: { request: { args: { note: 'evil' } } } }],
  ['recorded', { outcome: 'completed', result: { forged: true } }],
  ['unknown', true],
  ['pending', { id: 'x' }],
  ['reason', 'sk_live_secret'],
  ['claimed', true],
  ['ruled', { effect: 'allow' }],
  ['violations', []],
  ['confirmedBy', 'person'],
  ['fingerprint', 'x'],
  ['code', 'x'],
  ['confirmation', 'x'],
  ['refusal', { code: 'x' }],
  ['note', 'evil'],
  ['value', { forged: true }],
  ['rule', 'evil'],
];

describe('pollution', () => {
  it.each(WORDS)(
    'S1-069 `%s` on a prototype changes no answer and no event',
    async (name, value) => {
      const world = () => {
        const read = fixtureCapability();
        const write = fixtureCapability({ name: 'fixture.write', sideEffect: 'mutating' });
        const policy = {
          revision: 1,
          rule: ({ capability }: { capability: { name: string } }) =>
            capability.name === 'fixture.write' ? { effect: 'ask' as const } : ({} as never),
          describe: () => ({}),
        };
        return { read, write, host: fixtureHost([read.capability, write.capability], { policy }) };
      };
      const story = async ({ host, read, write }: ReturnType<typeof world>) => {
        const answers = [
          await host.invoke({ capability: 'fixture.probe' }),
          await host.invoke({ capability: 'no.such' }),
          await host.invoke({ capability: 'fixture.write' }, { key: 'k' }),
          await host.invoke({ capability: 'fixture.write', confirmation: 'A'.repeat(43) }),
        ];
        return JSON.stringify([
          answers.map((answer) => ({ ...answer, event: undefined, pending: undefined })),
          host
            .events()
            .map((event) => ({ ...event, id: undefined, hash: undefined, prev_hash: undefined })),
          read.calls.length + write.calls.length,
        ]);
      };
      const [clean, dirty] = [world(), world()];
      const expected = await story(clean);
      pollute(name, value);
      const seen = await story(dirty);
      for (const word of polluted) Reflect.deleteProperty(Object.prototype, word);
      expect(seen).toBe(expected);
    },
  );

  it('S1-058 what a handler reads is what was shown: nothing inherited stands in for an argument', async () => {
    const read: unknown[] = [];
    const probe = fixtureCapability({
      perform: (args) => {
        read.push((args as { note?: string }).note);
        return { ok: true };
      },
    });
    const host = fixtureHost([probe.capability]);
    pollute('note', 'evil');
    await host.invoke({ args: {} });
    expect(read).toEqual([undefined]);
  });

  it('makes nobody an operator', () => {
    pollute('operator', true);
    const directory = listedDirectory({ persons: [{ id: 'ada' }] });
    expect(directory.find('ada')).toMatchObject({ operator: false });
  });
});
