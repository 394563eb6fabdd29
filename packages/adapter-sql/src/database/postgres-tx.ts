import type { PoolClient } from 'pg';
import type { Tx, Values } from './database.js';
import { postgresError } from './postgres-error.js';
import type { ServerTime } from './server-time.js';
import { nameOf, type Named } from './statement-name.js';
import { canBeStored, valuesOf, type Compiled, type Statement } from './statement.js';

const NOW = nameOf('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now');
const ALONE = nameOf('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Runs statements on a connection, each prepared once on it. */
export function postgresTx(client: PoolClient, time: ServerTime): Tx {
  async function query<Row extends object>(
    prepared: Named,
    values: readonly unknown[] = [],
  ): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> {
    try {
      return await client.query<Row>({ ...prepared, values: [...values] });
    } catch (thrown) {
      throw postgresError(thrown);
    }
  }

  async function find<Row>(statement: Statement<Row>, values: Values): Promise<readonly Row[]> {
    if (!canBeStored(values)) return [];
    const compiled = statement.compiled('postgres');
    const { rows } = await query(namedOf(compiled), valuesOf(compiled, values));
    return rows as unknown as readonly Row[]; // INVARIANT: the statement's own rows
  }

  return Object.freeze<Tx>({
    all: (statement, values = {}) => find(statement, values),
    get: async (statement, values = {}) => (await find(statement, values))[0],
    async run(statement, values = {}) {
      const compiled = statement.compiled('postgres');
      return (await query(namedOf(compiled), valuesOf(compiled, values))).rowCount ?? 0;
    },
    async now() {
      const { rows } = await query<{ readonly now: number }>(NOW);
      return time.at(rows[0]?.now ?? -Infinity);
    },
    alone: async (thing) => void (await query(ALONE, [thing])),
  });
}

const known = new WeakMap<Compiled, Named>();

/** A statement is named once in a process. */
function namedOf(compiled: Compiled): Named {
  const named = known.get(compiled) ?? nameOf(compiled.sql);
  known.set(compiled, named);
  return named;
}
