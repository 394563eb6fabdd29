import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput } from '../src/output.js';
import { Stop } from '../src/stop.js';
import { fakeIo } from './support/fake-io.js';

const PLAIN = { color: true } as const;

/** A stream that fails every write. */
const failing = (code: string): Writable =>
  new Writable({
    write(_chunk, _encoding, written) {
      written(Object.assign(new Error('no'), { code }));
    },
  });

describe('output', () => {
  it('writes data to stdout, and everything else to stderr', async () => {
    const io = fakeIo();
    const out = createOutput(PLAIN, io);
    await out.data('data');
    await out.json({ a: 1 });
    await out.jsonLine({ a: 1 });
    await out.dataVerbatim('shown');
    await out.say('said');
    await out.note('noted');
    await out.sayVerbatim('asked');
    await out.ask('Run this? (yes/no)');
    expect(io.stdoutText()).toBe('data\n{\n  "a": 1\n}\n{"a":1}\nshown\n');
    expect(io.stderrText()).toBe('said\nnoted\nasked\nRun this? (yes/no) ');
  });

  it('drops notes with --quiet, and nothing else', async () => {
    const io = fakeIo();
    const out = createOutput({ color: true, quiet: true }, io);
    await out.note('noted');
    await out.say('said');
    expect(io.stderrText()).toBe('said\n');
  });

  it('makes text safe, and leaves a disclosure byte for byte', async () => {
    const io = fakeIo();
    const out = createOutput(PLAIN, io);
    await out.say('a\u001b[2Jb');
    await out.sayVerbatim('👨‍👩‍👧 \\u{202e}');
    expect(io.stderrText()).toBe('a\\u{1b}[2Jb\n👨‍👩‍👧 \\u{202e}\n');
  });

  describe('colours', () => {
    const painted = async (
      options: { readonly color: boolean },
      fake: Parameters<typeof fakeIo>[0],
    ): Promise<boolean> => {
      const io = fakeIo(fake);
      await createOutput(options, io).say('said', 'bad');
      return io.stderrText().includes('\u001b[');
    };

    it('in a terminal alone', async () => {
      expect(await painted(PLAIN, { terminal: true, env: { NO_COLOR: '' } })).toBe(true);
      expect(await painted(PLAIN, { env: { NO_COLOR: '' } })).toBe(false);
    });

    it('not with --no-color, NO_COLOR or a dumb terminal', async () => {
      expect(await painted({ color: false }, { terminal: true, env: { NO_COLOR: '' } })).toBe(
        false,
      );
      expect(await painted(PLAIN, { terminal: true, env: { NO_COLOR: '1' } })).toBe(false);
      expect(await painted(PLAIN, { terminal: true, env: { NO_COLOR: '', TERM: 'dumb' } })).toBe(
        false,
      );
    });
  });

  it('ends quietly when nobody reads stdout any more', async () => {
    const io = { ...fakeIo(), stdout: failing('EPIPE') };
    const out = createOutput(PLAIN, io);
    await out.data('one');
    expect(out.isClosed()).toBe(true);
    await out.data('two');
  });

  it('stops when stdout cannot be written for another reason', async () => {
    const out = createOutput(PLAIN, { ...fakeIo(), stdout: failing('ENOSPC') });
    await expect(out.data('one')).rejects.toBeInstanceOf(Stop);
  });

  it('does not mind a stderr that is gone', async () => {
    const out = createOutput(PLAIN, { ...fakeIo(), stderr: failing('EPIPE') });
    await out.say('said');
  });

  it('knows how wide the terminal is, and takes 80 columns where there is none', () => {
    expect(createOutput(PLAIN, fakeIo({ columns: 120 })).width).toBe(120);
    expect(createOutput(PLAIN, fakeIo()).width).toBe(80);
  });
});
