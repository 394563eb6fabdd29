import { PowerError } from '../../powers/power-error.js';
import type { FileSystem } from './file-system.js';
import { leadsTo, pathOf, withSelf, type Root } from './roots.js';

/** A path without links, and the roots it was judged by, the reader's own process id among them. */
export interface Walked {
  readonly path: string;
  readonly segments: readonly string[];
  readonly roots: readonly Root[];
}

/** As many links as Linux follows. */
const MAX_LINKS = 40;

/**
 * Follows a path link by link, and touches nothing that does not lead to a root.
 *
 * The platform's own `realpath` would look behind a link before anyone could object.
 *
 * @throws PowerError — `not_declared` as soon as a step leaves the roots, `unavailable` after 40 links.
 */
export async function walk(
  segments: readonly string[],
  declared: readonly Root[],
  fileSystem: FileSystem,
): Promise<Walked> {
  let roots = declared;
  let done: readonly string[] = [];
  let todo = segments;
  let links = 0;
  for (let next = todo[0]; next !== undefined; next = todo[0]) {
    todo = todo.slice(1);
    if (next === '..') done = done.slice(0, -1);
    if (next === '' || next === '.' || next === '..') continue;

    const at = [...done, next];
    if (!leadsTo(at, roots)) throw new PowerError('file', 'not_declared');
    if ((await fileSystem.look(pathOf(at))).kind !== 'link') {
      done = at;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw new PowerError('file', 'unavailable');
    const target = await fileSystem.readLink(pathOf(at));
    // Only the kernel makes names in /proc: a number behind `self` is the process that reads.
    if (pathOf(at) === '/proc/self' && /^[0-9]+$/.test(target)) roots = withSelf(declared, target);
    if (target.startsWith('/')) done = [];
    todo = [...target.split('/'), ...todo];
  }
  return { path: pathOf(done), segments: done, roots };
}
