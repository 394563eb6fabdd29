import { ContractError } from '../../contract/contract-error.js';

/** What a contract lets its handler read, cut into segments; `*` stands for exactly one. */
export type Root = readonly string[];

const ANY = '*';
const MAX_PATH = 4_096;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Cuts the roots of a contract into segments.
 *
 * @throws ContractError — when a root is not an absolute, normalised path, is
 *   the whole file system, or begins or is glued together with a `*`.
 */
export function readRoots(roots: readonly string[]): readonly Root[] {
  return roots.map((root, index) => {
    const segments = segmentsOf(root);
    if (
      segments === undefined ||
      segments.length === 0 ||
      segments[0] === ANY ||
      segments.some(isGlued)
    )
      throw new ContractError(
        'file',
        `\`roots[${index}]\` is not an absolute path below a named folder, in which \`*\` stands for one whole segment`,
      );
    return segments;
  });
}

/**
 * Cuts a path into its segments; `/` has none.
 *
 * Undefined for whatever two readers might understand differently: relative or
 * not normalised, a NUL, a backslash, text that is not well formed, over 4,096 characters.
 */
export function segmentsOf(path: unknown): readonly string[] | undefined {
  if (typeof path !== 'string' || path.length > MAX_PATH || LONE_SURROGATE.test(path))
    return undefined;
  if (!path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined;
  if (path === '/') return [];
  const segments = path.slice(1).split('/');
  return segments.some((segment) => segment === '' || segment === '.' || segment === '..')
    ? undefined
    : segments;
}

/** Puts segments together again. */
export const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** Tells whether a path is a root, or lies below one. */
export const isUnder = (segments: readonly string[], roots: readonly Root[]): boolean =>
  roots.some((root) => segments.length >= root.length && agree(segments, root, root.length));

/** Tells whether a path is under a root or on the way to one: no other may be touched. */
export const leadsTo = (segments: readonly string[], roots: readonly Root[]): boolean =>
  roots.some((root) => agree(segments, root, Math.min(segments.length, root.length)));

/**
 * Tells whether a folder may be listed: it is under a root, or its entries are what a `*` stands for.
 *
 * So `/proc` may be listed where the `stat` of any process is a root, and `/etc` may not for `/etc/os-release`.
 */
export const mayList = (segments: readonly string[], roots: readonly Root[]): boolean =>
  isUnder(segments, roots) ||
  roots.some((root) => root[segments.length] === ANY && agree(segments, root, segments.length));

/** Adds what roots below `/proc/self` are called by the process id that `self` stands for. */
export const withSelf = (roots: readonly Root[], pid: string): readonly Root[] => [
  ...roots,
  ...roots
    .filter(([first, second]) => first === 'proc' && second === 'self')
    .map((root) => ['proc', pid, ...root.slice(2)]),
];

const agree = (segments: readonly string[], root: Root, length: number): boolean =>
  root.slice(0, length).every((part, index) => part === ANY || part === segments[index]);

const isGlued = (segment: string): boolean => segment !== ANY && segment.includes(ANY);
