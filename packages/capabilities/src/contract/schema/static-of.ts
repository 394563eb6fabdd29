import type { Static } from 'typebox';

/**
 * The static type of a schema, of either TypeBox generation or of plain JSON Schema `as const`.
 *
 * A schema of TypeBox 0.34 carries its type; that of 1.x is inferred. So neither generation has to
 * be installed for the other to be used.
 */
export type StaticOf<S> = S extends { static: infer T }
  ? T
  : S extends object
    ? Static<S>
    : unknown;
