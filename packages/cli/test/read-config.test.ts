import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appliance } from '@sovereign/adapter-appliance';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/read-config.js';
import { CONFIG, fakeIo, temporaryFolder } from './support/fake-io.js';

/** A configuration module with this text. */
function moduleOf(text: string): string {
  const path = join(temporaryFolder(), 'config.mjs');
  writeFileSync(path, text);
  return path;
}

const read = (config: string, data?: string) =>
  readConfig(
    { config, ...(data !== undefined && { data }) },
    fakeIo({ env: { HOME: '/home/olga' } }),
  );

const GOOD = `{ capabilities: [], directory: { persons: [] }, audit: 'memory' }`;

describe('readConfig', () => {
  it('takes the appliance preset without --config: one operator, one file and one database, best effort', async () => {
    expect(await readConfig({ data: '/d' }, fakeIo())).toEqual({
      capabilities: appliance,
      directory: { persons: [{ id: 'owner', operator: true }] },
      audit: { file: '/d/audit.jsonl' },
      database: { sqlite: '/d/sovereign.db' },
    });
  });

  it('takes an object, a function or an async function', async () => {
    for (const text of [
      `export default ${GOOD}`,
      `export default () => (${GOOD})`,
      `export default async () => (${GOOD})`,
    ])
      expect(await read(moduleOf(text))).toMatchObject({ audit: 'memory' });
  });

  it('hands a function the data folder', async () => {
    const config = await read(CONFIG, '/d');
    expect(config.audit).toEqual({ file: '/d/audit.jsonl' });
  });

  it('does not let --data mean nothing', async () => {
    await expect(read(moduleOf(`export default ${GOOD}`), '/d')).rejects.toMatchObject({
      exit: 'usage',
    });
  });

  const unusable: readonly (readonly [string, string, string])[] = [
    ['no default export', 'export const a = 1', 'it has no default export'],
    ['something else', 'export default 1', 'it does not export a HostConfig'],
    [
      'no capabilities',
      `export default { directory: { persons: [] }, audit: 'memory' }`,
      '`capabilities` is not a list',
    ],
    [
      'no persons',
      `export default { capabilities: [], directory: {}, audit: 'memory' }`,
      '`directory.persons` is not a list',
    ],
    [
      'no audit',
      `export default { capabilities: [], directory: { persons: [] } }`,
      '`audit` is neither',
    ],
    ['no JavaScript', 'export default {', 'it threw '],
    [
      'a missing import',
      `import './missing.js'; export default ${GOOD}`,
      'it threw Error (ERR_MODULE_NOT_FOUND)',
    ],
    ['a throw', `throw new Error('hunter2')`, 'it threw Error while it was loaded'],
    [
      'a function that throws',
      `export default () => { throw new RangeError('hunter2') }`,
      'it threw RangeError',
    ],
  ];
  it.each(unusable)(
    'refuses a module with %s, and does not repeat what it threw',
    async (_, text, fault) => {
      const path = moduleOf(text);
      await expect(read(path)).rejects.toMatchObject({
        exit: 'configuration',
        message: expect.stringContaining(`--config \`${path}\`: ${fault}`) as unknown,
      });
      await expect(read(path)).rejects.not.toThrow('hunter2');
    },
  );

  it('says that a file is not there', async () => {
    await expect(read('missing.mjs')).rejects.toThrow(
      '--config `missing.mjs`: there is no such file',
    );
  });
});
