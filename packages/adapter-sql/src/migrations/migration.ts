/** The column types of one database. */
export interface ColumnTypes {
  readonly text: string;
  readonly integer: string;
  /** For times and counts beyond 32 bits; exact for whole numbers up to 2^53. */
  readonly double: string;
}

/** One step of the schema. Written once, never changed, and only ever taken forward. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
  up(types: ColumnTypes): readonly string[];
}

export const COLUMN_TYPES: Readonly<Record<'sqlite' | 'postgres', ColumnTypes>> = {
  sqlite: { text: 'TEXT', integer: 'INTEGER', double: 'REAL' },
  postgres: { text: 'TEXT', integer: 'INTEGER', double: 'DOUBLE PRECISION' },
};
