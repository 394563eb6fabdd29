import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArgs, readProposal } from '../src/read-proposal.js';
import { fakeIo, temporaryFolder } from './support/fake-io.js';

describe('readArgs', () => {
  it('takes {} where none are given', async () => {
    expect(await readArgs({}, fakeIo())).toEqual({});
  });

  it('reads the command line, a file, or stdin', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.json'), '\ufeff{"a":2}');
    expect(await readArgs({ args: '{"a":1}' }, fakeIo())).toEqual({ a: 1 });
    expect(await readArgs({ argsFile: 'a.json' }, fakeIo({ cwd: folder }))).toEqual({ a: 2 });
    expect(await readArgs({ args: '-' }, fakeIo({ stdin: '{"a":3}' }))).toEqual({ a: 3 });
  });

  it('takes no more than one source', async () => {
    await expect(readArgs({ args: '{}', argsFile: 'x' }, fakeIo())).rejects.toMatchObject({
      exit: 'usage',
    });
  });

  it('says why a file cannot be read, and where', async () => {
    const folder = temporaryFolder();
    const read = readArgs({ argsFile: 'missing.json' }, fakeIo({ cwd: folder }));
    await expect(read).rejects.toMatchObject({
      exit: 'usage',
      message: '--args-file `missing.json`: the arguments cannot be read (ENOENT)',
    });
    await expect(readArgs({ argsFile: '.' }, fakeIo({ cwd: folder }))).rejects.toThrow('EISDIR');
  });

  it('says where the text stops being JSON, and nothing of the text', async () => {
    await expect(readArgs({ args: '{"a": hunter2}' }, fakeIo())).rejects.toMatchObject({
      exit: 'invalid',
      message: expect.not.stringContaining('hunter2') as unknown,
    });
    await expect(readArgs({ args: '{"a": 1,}' }, fakeIo())).rejects.toThrow('(line 1 column 9)');
  });

  it('refuses what is no UTF-8, or too large', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bytes'), Buffer.from([0x22, 0xff, 0x22]));
    writeFileSync(join(folder, 'large'), Buffer.alloc(8_388_609, 0x20));
    const io = fakeIo({ cwd: folder });
    await expect(readArgs({ argsFile: 'bytes' }, io)).rejects.toMatchObject({ exit: 'invalid' });
    await expect(readArgs({ argsFile: 'large' }, io)).rejects.toThrow('larger than 8 MiB');
  });

  it('stops at Ctrl-C while stdin says nothing', async () => {
    const io = fakeIo({ terminal: true, signal: AbortSignal.timeout(20) });
    await expect(readArgs({ args: '-' }, io)).rejects.toMatchObject({ exit: 'bounded' });
  });
});

describe('readProposal', () => {
  it('proposes exactly what was named, with exactly what was given', async () => {
    const options = { input: true, color: true, capability: 'notes.read@1', args: '{"a":1}' };
    expect(await readProposal(options, fakeIo())).toEqual({
      capability: 'notes.read',
      version: 1,
      args: { a: 1 },
    });
  });
});
