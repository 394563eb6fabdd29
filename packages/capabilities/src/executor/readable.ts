import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';
import { utf8Bytes } from '../internal/utf8.js';

/** Whether these arguments are more than a person can be asked to read before saying yes. */
export function tooLargeToRead(args: Json, maxBytes: number): boolean {
  return utf8Bytes(canonicalJson(args)) > maxBytes;
}
