import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Tx, Values } from './database.js';
import { inOurWords } from './sqlite-error.js';
import { canBeStored, valuesOf, type Compiled, type Statement, type Value } from './statement.js';

/** One connection to a file. */
export interface SqliteConnection {
  readonly tx: Tx;
  exec(sql: string): void;
  /** Reads what a pragma says. */
  pragma(name: string): unknown;
  close(): void;
}

/** What of Node's own connection is used. */
type Driver = Pick<DatabaseSync, 'prepare' | 'exec' | 'close'>;

/** Puts a connection to use, with each statement prepared once on it. */
export function sqliteConnection(db: Driver, now: () => number): SqliteConnection {
  const prepared = new Map<Compiled, StatementSync>();

  /** Runs one statement in one of its ways. */
  function using<T>(
    statement: Statement<unknown>,
    values: Values,
    run: (ready: StatementSync, values: readonly Value[]) => T,
  ): T {
    return inOurWords(() => {
      const compiled = statement.compiled('sqlite');
      const ready = prepared.get(compiled) ?? db.prepare(compiled.sql);
      prepared.set(compiled, ready);
      return run(ready, valuesOf(compiled, values));
    });
  }

  const tx = Object.freeze<Tx>({
    all: <Row>(statement: Statement<Row>, values: Values = {}) =>
      canBeStored(values)
        ? // INVARIANT: the statement's own rows
          (using(statement, values, (ready, list) =>
            ready.all(...list),
          ) as unknown as readonly Row[])
        : [],
    get: <Row>(statement: Statement<Row>, values: Values = {}) =>
      canBeStored(values)
        ? // INVARIANT: the statement's own row
          (using(statement, values, (ready, list) => ready.get(...list)) as Row | undefined)
        : undefined,
    run: (statement, values = {}) =>
      using(statement, values, (ready, list) => Number(ready.run(...list).changes)),
    now,
    // There is one writer.
    alone: () => undefined,
  });

  return Object.freeze<SqliteConnection>({
    tx,
    exec: (sql) => inOurWords(() => db.exec(sql)),
    pragma: (name) => inOurWords(() => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]),
    close: () => db.close(),
  });
}
