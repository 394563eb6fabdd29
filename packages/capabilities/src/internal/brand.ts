/** Tells whether a value carries a brand. Never throws, whatever was handed over or thrown. */
export function isBranded(value: unknown, brand: symbol): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return (value as { readonly [key: symbol]: unknown })[brand] === true;
  } catch {
    return false;
  }
}
