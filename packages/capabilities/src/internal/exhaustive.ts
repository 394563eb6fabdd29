/** Stands after the last case of a `switch` over a closed list: a new case must break the build. */
export function exhaustive(value: never): never {
  throw new TypeError(`unhandled case of ${typeof value}`);
}
