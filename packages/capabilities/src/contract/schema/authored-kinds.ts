/**
 * The kinds of both TypeBox generations whose whole meaning is in their JSON.
 *
 * A kind decides how TypeBox itself treats a value, and none of it survives the way through JSON:
 * one that is not listed here may mean anything, so it is refused.
 */
const JSON_KINDS: ReadonlySet<string> = new Set([
  'Any',
  'Array',
  'Boolean',
  'Cyclic',
  'Enum',
  'Import',
  'Integer',
  'Intersect',
  'Literal',
  'Never',
  'Not',
  'Null',
  'Number',
  'Object',
  'Record',
  'Ref',
  'String',
  'TemplateLiteral',
  'This',
  'Tuple',
  'Union',
  'Unknown',
  'Unsafe',
]);

/** What to write instead of a kind that is no data. */
const KIND_REMEDIES: ReadonlyMap<string, string> = new Map([
  ['BigInt', 'write an integer, or a string of digits'],
  ['Date', 'write a string with the format `date-time`'],
  ['Undefined', 'leave the property out of `required`'],
  ['Uint8Array', 'write a string that holds base64'],
  ['Void', 'leave the property out of `required`'],
]);

/** What to write instead of a mark that JSON cannot carry. */
const MARK_REMEDIES: ReadonlyMap<string, string> = new Map([
  ['codec', 'a codec is never run here: describe the encoded form'],
  ['Transform', 'a transform is never run here: describe the encoded form'],
  ['refine', 'a refinement is a function: write its rule as JSON Schema, or refuse in `admit`'],
  ['guard', 'a guard is a function: write its rule as JSON Schema'],
  ['standard', 'it belongs to another schema library: write JSON Schema or TypeBox'],
]);

/** Marks that say something about the static type alone. */
const SILENT_MARKS: ReadonlySet<string> = new Set([
  'Hint',
  'Optional',
  'Readonly',
  'immutable',
  'optional',
  'readonly',
  'unsafe',
]);

/**
 * Says why a mark of TypeBox may not stand in a schema, or nothing when it may.
 *
 * @param mark - `kind`, `Kind` or another name, without TypeBox's own `~` or `TypeBox.`
 */
export function markFault(mark: string, value: unknown): string | undefined {
  if (mark === 'kind' || mark === 'Kind') return kindFault(value);
  if (SILENT_MARKS.has(mark)) return undefined;
  return `TypeBox marks it with what JSON cannot carry; ${
    MARK_REMEDIES.get(mark) ?? 'write it as JSON Schema'
  }`;
}

function kindFault(kind: unknown): string | undefined {
  if (typeof kind === 'string' && JSON_KINDS.has(kind)) return undefined;
  const remedy = typeof kind === 'string' ? KIND_REMEDIES.get(kind) : undefined;
  return `its TypeBox kind is not one that JSON Schema can express; ${
    remedy ?? 'write it as JSON Schema'
  }`;
}
