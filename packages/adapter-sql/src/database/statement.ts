import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
} from 'kysely';
import type { Tables } from './tables.js';

/** What may be bound to a place in a statement. */
export type Value = string | number | null;

export type DialectName = 'sqlite' | 'postgres';

/** A statement with named places, written once for both databases. */
export interface Statement<Row> {
  /** Types only; never present at run time. */
  readonly '~row'?: Row;
  /** Its text, and the names of its places in their order; compiled once for each dialect. */
  compiled(dialect: DialectName): Compiled;
}

export interface Compiled {
  readonly sql: string;
  readonly places: readonly (string | Fixed)[];
}

/** A value that stands in the statement itself. */
export interface Fixed {
  readonly value: Value;
}

/** What a statement is built with. */
export interface Builder {
  readonly db: Kysely<Tables>;
  readonly dialect: DialectName;
  /** Lets nobody else change the rows that are found until the transaction ends. */
  share<Query extends Lockable<Query>>(query: Query): Query;
  /** The same, and lets nobody else lock them either. */
  lock<Query extends Lockable<Query>>(query: Query): Query;
}

/** A query whose rows can be held. Where there is one writer, nobody else is there to hold them from. */
interface Lockable<Query> {
  forUpdate(): Query;
  forShare(): Query;
}

const BUILDERS: Readonly<Record<DialectName, Kysely<Tables>>> = {
  sqlite: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

class Place {
  constructor(readonly name: string) {}
}

/** A named place for a value. It fits wherever a value does, and never is one itself: `statement` finds it again. */
export function place(name: string): never {
  return new Place(name) as never;
}

/** Writes a statement, which is compiled when it is first used. */
export function statement<Row>(build: (builder: Builder) => Compilable<Row>): Statement<Row> {
  const known = new Map<DialectName, Compiled>();
  return Object.freeze<Statement<Row>>({
    compiled(dialect) {
      const compiled = known.get(dialect) ?? compile(build, dialect);
      known.set(dialect, compiled);
      return compiled;
    },
  });
}

function compile<Row>(
  build: (builder: Builder) => Compilable<Row>,
  dialect: DialectName,
): Compiled {
  const { sql, parameters } = build({
    db: BUILDERS[dialect],
    dialect,
    share: (query) => (dialect === 'postgres' ? query.forShare() : query),
    lock: (query) => (dialect === 'postgres' ? query.forUpdate() : query),
  }).compile();
  return Object.freeze({
    sql,
    places: parameters.map((one) => (one instanceof Place ? one.name : { value: one as Value })),
  });
}

/** The values of a statement in the order of its places. */
export function valuesOf(
  { places }: Compiled,
  values: Readonly<Record<string, Value>>,
): readonly Value[] {
  return places.map((one) => {
    if (typeof one !== 'string') return one.value;
    const value = values[one];
    if (value === undefined) throw new TypeError(`a statement lacks its value \`${one}\``);
    return value;
  });
}

/**
 * Whether every text among the values is one that a database can hold. One that is not is in no
 * row, so nothing is found by it.
 */
export function canBeStored(values: Readonly<Record<string, Value>>): boolean {
  return Object.values(values).every(
    (value) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0')),
  );
}
