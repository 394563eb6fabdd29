import type { Json } from './json.js';

/**
 * Writes a value as the one JSON text that RFC 8785 (JCS) gives it.
 *
 * Two values have the same text exactly when they are the same data, whatever
 * the order of their keys. Numbers and strings are ECMAScript's own, as the RFC says.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort() // by UTF-16 code units, which is what the RFC asks for
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

const isArray: (value: Json) => value is readonly Json[] = Array.isArray;
