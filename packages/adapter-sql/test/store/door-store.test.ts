import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock, storeConformance } from '@sovereign/capabilities/testing';
import { afterAll, describe, it } from 'vitest';
import { openSqlite } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'sovereign-sql-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const cases = storeConformance({
  setsBack: true,
  async open() {
    const file = join(folder, `${(files += 1)}.db`);
    const clock = fakeClock();
    // Two handles on one file, as two processes hold it.
    const [one, other] = [await openSqlite({ file, clock }), await openSqlite({ file, clock })];
    return {
      store: one.store,
      peers: [other.store],
      advance: (ms) => clock.advance(ms),
      setBack: (ms) => clock.set(clock.now() - ms),
      async close() {
        await one.close();
        await other.close();
      },
    };
  },
});

describe('S3-223 A10 A19 A45 A46 A48 the door’s store on SQLite', () => {
  for (const { title, run } of cases) it(title, run);
});
