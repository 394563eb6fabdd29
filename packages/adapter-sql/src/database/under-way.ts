import { atMost } from './deadline.js';
import { SqlStoreError } from './sql-error.js';

/** What is under way on a database. */
export interface UnderWay {
  /** Begins something; once it is closed, refuses. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was begun before has ended, however it ended. */
  ended(): Promise<void>;
  /** Takes nothing more, and lets go once everything has ended, or after so long. */
  close(letGo: () => Promise<void> | void, ms?: number): Promise<void>;
}

/** Follows what is under way on a database, so that nothing is cut off when it is closed. */
export function underWay(): UnderWay {
  const all = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;

  async function ended(): Promise<void> {
    await Promise.all(all);
  }

  return Object.freeze<UnderWay>({
    begin<T>(work: () => Promise<T>) {
      if (closed !== undefined)
        return Promise.reject(new SqlStoreError('closed', 'the database was closed'));
      const begun = work();
      const end = (): void => void all.delete(one);
      const one = begun.then(end, end);
      all.add(one);
      return begun;
    },
    ended,
    close(letGo, ms) {
      closed ??= (ms === undefined ? ended() : atMost(ms, ended())).then(letGo);
      return closed;
    },
  });
}
