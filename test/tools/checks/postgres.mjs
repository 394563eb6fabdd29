import { skipped } from '../outcome.mjs';
import { startPostgres } from '../postgres.mjs';
import { vitest } from './unit.mjs';

/** What runs against a real PostgreSQL server, which is started for it and gone afterwards. */
export async function postgres({ args = [], env = {} } = {}) {
  const server = await startPostgres();
  if (server.reason !== undefined) return skipped('postgres', server.reason);
  try {
    return await vitest(['--project=postgres', ...args], {
      ...env,
      SOVEREIGN_POSTGRES: JSON.stringify(server.connection),
    });
  } finally {
    await server.stop();
  }
}
