/**
 * Writes the path of a request below a base; undefined for one that two readers could understand
 * differently, or that would leave it.
 */
export function pathBelow(base: string, path: unknown, query: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > 2_048 || !path.startsWith('/')) return undefined;
  // What begins with two slashes is a host to some.
  if (path.startsWith('//') || !path.isWellFormed()) return undefined;
  // Encoded dots, slashes and backslashes are what a server may decode into others.
  if (/[\\\0-\u0020?#]|%(?:2e|2f|5c|00)/i.test(path)) return undefined;
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return undefined;
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}) as readonly [string, unknown][]) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
    parameters.append(key, String(value));
  }
  const asked = parameters.toString();
  return `${base}${encodeURI(decodeAll(path))}${asked === '' ? '' : `?${asked}`}`;
}

function decodeAll(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
