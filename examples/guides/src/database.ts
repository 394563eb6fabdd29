import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@sovereign/adapter-sql';
import {
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
} from '@sovereign/capabilities';
import { createHost } from '@sovereign/host';

const folder = mkdtempSync(join(tmpdir(), 'sovereign-guide-'));
const capabilities = [] as const;
const directory = { persons: [{ id: 'olga', operator: true }] };

// #region stores
const stores = await openSqlite({ file: join(folder, 'sovereign.db') });
const executor = createExecutor({
  registry: createRegistry(capabilities),
  directory: listedDirectory(directory),
  runner: inlineRunner(),
  store: stores.store,
  decisions: stores.decisions,
  sink: stores.sink, // an outcome and its event are then one transaction
});
// #endregion
await executor.sweep();
await executor.close();
await stores.close();

// #region host
const host = await createHost({
  capabilities,
  directory,
  database: { sqlite: join(folder, 'sovereign.db') }, // or { postgres: { connection: { … } } }
  audit: 'database',
  timeZone: 'Europe/Berlin', // for the hours of rules
  runner: 'inline',
  isolation: 'best-effort',
});
// #endregion
const revision = (await host.executor.policies.read())?.revision;
await host.close();
rmSync(folder, { recursive: true, force: true });

/** What the page shows of it. */
export const shows = { revision };
