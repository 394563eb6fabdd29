import { createHash } from 'node:crypto';

/** A statement as a connection prepares it. */
export interface Named {
  readonly name: string;
  readonly text: string;
}

/**
 * Names a statement by its text. Behind a pooler a connection of the server is used by one process
 * after another, of this version and of others: the same name must never stand for something else.
 */
export function nameOf(text: string): Named {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return Object.freeze({ name: `sovereign_${digest}`, text });
}
