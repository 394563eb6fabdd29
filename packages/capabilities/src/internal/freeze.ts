/** What was frozen here before, with all of its parts: being frozen alone says nothing of them. */
const frozen = new WeakSet();

/** Freezes a tree of plain objects and arrays in place, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  frozen.add(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
