import type { Json } from '../../internal/json.js';

/** A limit that was written in: the schema it was written into, and what. */
export interface Tightening {
  readonly path: string;
  readonly keyword: string;
  readonly value: Json;
}
