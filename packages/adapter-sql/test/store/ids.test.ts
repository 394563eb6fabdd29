import { describe, it } from 'vitest';
import { openSqlite } from '../../src/index.js';
import { temporaryFile } from '../folder.js';
import { knowsNoSuch, ODD_IDS } from './ids.js';

describe('ids on SQLite', () => {
  it.each(ODD_IDS.map((id) => ({ id, shown: JSON.stringify(id.slice(0, 20)) })))(
    'E12 $shown is unknown, and no more',
    async ({ id }) => {
      const stores = await openSqlite({ file: temporaryFile() });
      await knowsNoSuch(stores.store, id);
      await stores.close();
    },
  );
});
