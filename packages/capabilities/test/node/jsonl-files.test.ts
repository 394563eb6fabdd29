import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  exists,
  listRotated,
  openLog,
  preparePath,
  rotatedPath,
  syncFolder,
} from '../../src/node/jsonl-files.js';
import { newFolder } from './log-folder.js';

describe('rotated files', () => {
  it('are named after the log and the places they hold', () => {
    expect(rotatedPath('/x/audit.jsonl', 1, 20)).toBe('/x/audit.1-20.jsonl');
    expect(rotatedPath('/x/audit', 1, 20)).toBe('/x/audit.1-20.jsonl');
  });

  it('are listed by number, and nothing else is taken for one', async () => {
    const folder = newFolder();
    const path = join(folder, 'a.b.jsonl');
    const names = ['a.b.101-200.jsonl', 'a.b.9-100.jsonl', 'a.b.1-8.jsonl'];
    const others = [
      'a.b.jsonl',
      'a.1-8.jsonl',
      'axb.1-8.jsonl',
      'a.b.1-8.jsonl.torn-x',
      'a.b.01-8.jsonl',
      'a.b.1-8.json',
      'a.b.c.1-8.jsonl',
    ];
    for (const name of [...names, ...others]) writeFileSync(join(folder, name), '');
    expect((await listRotated(path)).map((file) => file.path)).toEqual(
      names.toReversed().map((name) => join(folder, name)),
    );
  });
});

describe('preparePath', () => {
  it('gives one path for one log, whichever way leads to it', async () => {
    const folder = newFolder();
    const behind = join(newFolder(), 'link');
    symlinkSync(folder, behind);
    expect(await preparePath(join(behind, 'audit.jsonl'))).toBe(
      await preparePath(join(folder, 'x', '..', 'audit.jsonl')),
    );
  });
});

describe('openLog', () => {
  it('opens what is there without changing it', async () => {
    const path = join(newFolder(), 'audit.jsonl');
    writeFileSync(path, 'abc', { mode: 0o600 });
    const { file, inode } = await openLog(path);
    expect(await file.stat()).toMatchObject({ size: 3, ino: inode });
    await file.close();
  });
});

describe('exists', () => {
  it('sees files, folders, and links that lead nowhere', async () => {
    const folder = newFolder();
    const names = ['file', 'folder', 'link', 'nothing'].map((name) => join(folder, name));
    const [file = '', directory = '', link = '', nothing = ''] = names;
    writeFileSync(file, '');
    mkdirSync(directory);
    symlinkSync(nothing, link);
    expect(await Promise.all(names.map(exists))).toEqual([true, true, true, false]);
    await syncFolder(file);
  });
});
