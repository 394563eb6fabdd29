import { afterAll, beforeAll, describe, it } from 'vitest';
import { openPostgres, type SqlStores } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';
import { knowsNoSuch, ODD_IDS } from './ids.js';

describe('ids on PostgreSQL', () => {
  let stores: SqlStores;
  beforeAll(async () => {
    stores = await openPostgres({ connection: await freshDatabase() });
  });
  afterAll(() => stores.close());

  it.each(ODD_IDS.map((id) => ({ id, shown: JSON.stringify(id.slice(0, 20)) })))(
    'E12 $shown is unknown, and no more',
    ({ id }) => knowsNoSuch(stores.store, id),
  );
});
