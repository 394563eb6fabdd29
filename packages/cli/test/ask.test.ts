import { describe, expect, it } from 'vitest';
import { ask, canAsk } from '../src/ask.js';
import { createOutput } from '../src/output.js';
import { fakeIo, type FakeProcess } from './support/fake-io.js';

const say = (fake: FakeProcess) => {
  const io = fakeIo({ terminal: true, ...fake });
  return ask('Run this? (yes/no)', io, createOutput({ color: false }, io));
};

describe('ask', () => {
  it('takes yes and no, as whole words, whatever their case', async () => {
    expect(await say({ answers: ['yes'] })).toBe('yes');
    expect(await say({ answers: [' YES '] })).toBe('yes');
    expect(await say({ answers: ['No'] })).toBe('no');
    expect(await say({ answers: ['y', 'no'] })).toBe('no');
  });

  it('takes silence, nonsense and Ctrl-C for neither', async () => {
    expect(await say({})).toBe('nothing');
    expect(await say({ answers: ['y', 'yess', 'true'] })).toBe('nothing');
    expect(await say({ ctrlC: true })).toBe('interrupted');
    expect(await say({ answers: ['what'], ctrlC: true })).toBe('interrupted');
    expect(await say({ signal: AbortSignal.abort() })).toBe('interrupted');
  });
});

describe('canAsk', () => {
  const options = { input: true };

  it('needs a terminal on both ends', () => {
    const [terminal, none] = [fakeIo({ terminal: true }), fakeIo()];
    expect(canAsk(options, terminal)).toBe(true);
    expect(canAsk(options, { ...terminal, stdin: none.stdin })).toBe(false);
    expect(canAsk(options, { ...terminal, stderr: none.stderr })).toBe(false);
  });

  it('is refused by --no-input, --json, CI, and arguments from stdin', () => {
    const io = fakeIo({ terminal: true });
    expect(canAsk({ input: false }, io)).toBe(false);
    expect(canAsk({ input: true, json: true }, io)).toBe(false);
    expect(canAsk({ input: true, args: '-' }, io)).toBe(false);
    expect(canAsk(options, fakeIo({ terminal: true, env: { CI: '1' } }))).toBe(false);
    expect(canAsk(options, fakeIo({ terminal: true, env: { CI: '' } }))).toBe(true);
  });
});
