import { storeConformance } from '@sovereign/capabilities/testing';
import { describe, it } from 'vitest';
import { openPostgres } from '../../src/index.js';
import { freshDatabase } from '../postgres-database.js';

const cases = storeConformance({
  // Time can only be waited for: a while is as long as a step may take, and some.
  unitMs: 400,
  async open() {
    const connection = { ...(await freshDatabase()), max: 6 };
    const [one, other] = [await openPostgres({ connection }), await openPostgres({ connection })];
    return {
      store: one.store,
      peers: [other.store],
      advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 1)),
      async close() {
        await one.close();
        await other.close();
      },
    };
  },
});

describe('S3-223 A10 A19 A45 A46 A48 the door’s store on PostgreSQL', () => {
  // The clock of a server cannot be set back from here: those cases are SQLite's.
  for (const { title, run } of cases.filter(({ skip }) => skip === undefined))
    it(title, run, 30_000);
});
