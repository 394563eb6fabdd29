import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { privateFile } from '../../src/database/sqlite-file.js';
import { temporaryFile } from '../folder.js';

const notPrivate = { name: 'SqlStoreError', fault: 'not_private' };
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('privateFile', () => {
  it('makes a file and its folder for their owner alone', async () => {
    const file = join(dirname(temporaryFile()), 'new', 'deep', 'sovereign.db');
    expect(await privateFile(file)).toBe(file);
    expect(modeOf(file)).toBe(0o600);
    expect(modeOf(dirname(file))).toBe(0o700);
  });

  it.each([0o640, 0o606, 0o610, 0o601])('refuses a file of mode %o', async (mode) => {
    const file = temporaryFile();
    writeFileSync(file, '');
    chmodSync(file, mode);
    await expect(privateFile(file)).rejects.toMatchObject(notPrivate);
    expect(modeOf(file)).toBe(mode);
  });

  it.each([0o770, 0o707, 0o740, 0o704])(
    'refuses a folder of mode %o, where others can put a log beside the file',
    async (mode) => {
      const file = temporaryFile();
      chmodSync(dirname(file), mode);
      await expect(privateFile(file)).rejects.toMatchObject(notPrivate);
      expect(readdirSync(dirname(file))).toEqual([]);
    },
  );

  it('others may step through the folder', async () => {
    const file = temporaryFile();
    chmodSync(dirname(file), 0o711);
    expect(await privateFile(file)).toBe(file);
  });

  it.each(['', '-wal', '-shm', '-journal'])(
    'refuses a link, a folder and an open file at …%s',
    async (suffix) => {
      const make: readonly ((path: string) => void)[] = [
        (path) => symlinkSync('/dev/null', path),
        (path) => symlinkSync('/nonexistent/elsewhere', path),
        (path) => mkdirSync(path),
        (path) => {
          writeFileSync(path, '');
          chmodSync(path, 0o644);
        },
      ];
      for (const one of make) {
        const file = temporaryFile();
        one(file + suffix);
        await expect(privateFile(file)).rejects.toMatchObject(notPrivate);
      }
    },
  );

  it('a link on the way is followed to the folder that counts', async () => {
    const file = temporaryFile();
    const exposed = join(dirname(file), 'exposed');
    mkdirSync(exposed);
    chmodSync(exposed, 0o777);
    symlinkSync(exposed, join(dirname(file), 'link'));
    await expect(privateFile(join(dirname(file), 'link', 'x.db'))).rejects.toMatchObject(
      notPrivate,
    );
  });

  it.each([':memory:', '', 'file:x.db?mode=memory', 'FILE:/tmp/x.db'])(
    'takes «%s» for no file',
    async (path) => {
      await expect(privateFile(path)).rejects.toMatchObject({ name: 'ContractError' });
    },
  );
});
