import type { TargetKind } from './classification.js';

/**
 * Writes a target in the one form that every rule sees, or gives undefined when there is none.
 *
 * Paths are absolute and resolved; hosts are lower-case ASCII without a trailing
 * dot; names stay as they are. Nothing else in the code base canonicalises a target.
 */
export function canonicalTarget(kind: TargetKind, target: string): string | undefined {
  if (target.length === 0 || target.length > 4_096 || CONTROL.test(target)) return undefined;
  switch (kind) {
    case 'path':
      return canonicalPath(target);
    case 'host':
      return canonicalHost(target);
    case 'name':
      return target;
  }
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/') || path.includes('\\') || /%(?:2e|2f|5c|00)/i.test(path))
    return undefined;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

function canonicalHost(host: string): string | undefined {
  if (/[/?#@\\\s%]/.test(host) || (host.includes(':') && !/^\[[0-9a-f:.]+\]$/i.test(host)))
    return undefined;
  const url = `http://${host.replace(/\.$/, '')}/`;
  if (!URL.canParse(url)) return undefined;
  const name = new URL(url).hostname;
  return name === '' || name.endsWith('.') ? undefined : name;
}
