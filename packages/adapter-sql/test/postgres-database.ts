import pg, { type PoolConfig } from 'pg';

/** The server that the suite was started with. */
export function serverOf(): PoolConfig {
  const stated = process.env['SOVEREIGN_POSTGRES'];
  if (stated === undefined) throw new Error('SOVEREIGN_POSTGRES does not say where a server is');
  return JSON.parse(stated) as PoolConfig; // Written by the suite itself.
}

let databases = 0;

/** Makes an empty database on it, and says how to reach it. */
export async function freshDatabase(): Promise<PoolConfig> {
  const name = `t_${process.pid}_${(databases += 1)}_${Date.now()}`;
  const client = new pg.Client(serverOf());
  await client.connect();
  // A copy of the smallest template, without waiting for the disk.
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 STRATEGY wal_log`);
  await client.end();
  return { ...serverOf(), database: name };
}
