import type { Awaitable } from '@sovereign/capabilities';
import type { Statement, Value } from './statement.js';

export type Values = Readonly<Record<string, Value>>;

/** One step on a database, all or none. */
export interface Tx {
  all<Row>(statement: Statement<Row>, values?: Values): Awaitable<readonly Row[]>;
  get<Row>(statement: Statement<Row>, values?: Values): Awaitable<Row | undefined>;
  /** Runs it, and tells how many rows it changed. */
  run(statement: Statement<unknown>, values?: Values): Awaitable<number>;
  /** The database's time in milliseconds since 1970; never less than before. */
  now(): Awaitable<number>;
  /** Lets nobody else into a step on the same thing until this one ends. */
  alone(thing: string): Awaitable<void>;
}

/** A step that is undone after all: nothing of it stays, and this is its answer. */
export interface Undone<T> {
  readonly undone: true;
  readonly answer: T;
}

/** Undoes a step, and answers. */
export const undo = <T>(answer: T): Undone<T> => ({ undone: true, answer });

export type Work<T> = (tx: Tx) => Awaitable<T | Undone<T>>;

/** A database, whichever it is. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Names this process among those that share the database. */
  readonly writer: string;
  /** Looks at what was committed. */
  read<T>(work: (tx: Tx) => Awaitable<T>): Promise<T>;
  /** Runs one step, and resolves once it is durable. */
  write<T>(work: Work<T>): Promise<T>;
  /** The same, one after the other in the order of the calls, with one flush for all that wait. */
  writeInOrder<T>(work: Work<T>): Promise<T>;
  /** Resolves when everything that was queued before is durable. */
  barrier(): Promise<void>;
  /** Time is never less than this from now on, and is written down with every step from here. */
  notBefore(time: number): void;
  /** Runs plain statements of the schema, all or none. */
  migrate(work: (run: (sql: string) => Awaitable<void>, tx: Tx) => Awaitable<void>): Promise<void>;
  close(): Promise<void>;
}

/** Tells an undone step's answer from one that stays. */
export function isUndone<T>(answer: T | Undone<T>): answer is Undone<T> {
  return (
    typeof answer === 'object' && answer !== null && (answer as Partial<Undone<T>>).undone === true
  );
}
