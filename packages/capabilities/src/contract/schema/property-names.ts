import { isObject, textsOf, type Schema } from './json-types.js';
import { held } from './subschemas.js';

/** Collects the property names a schema speaks of, in any keyword. */
export function propertyNamesIn(schema: Schema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: Schema): void => {
    if (!isObject(part)) return;
    for (const keyword of NAMED) {
      const value = part[keyword];
      if (isObject(value)) Object.keys(value).forEach((name) => names.add(name));
    }
    const dependent = part['dependentRequired'];
    const lists = [part['required'], ...(isObject(dependent) ? Object.values(dependent) : [])];
    for (const list of lists) textsOf(list).forEach((name) => names.add(name));
    held(part).forEach((inner) => visit(inner.schema));
  };
  visit(schema);
  return names;
}

const NAMED = ['properties', 'dependentRequired', 'dependentSchemas'] as const;
