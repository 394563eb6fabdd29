import type { FileSystem, Found, Opened } from '../../../src/node/powers/file-system.js';
import type { Volume } from '../../../src/powers/powers.js';

/** What a path of the fixture holds: a file's text, a link's target, or something that is neither. */
export type Entry = string | { readonly link: string } | { readonly other: true };

/** A file system in memory that follows links as a kernel does, and notes every path it is asked for. */
export interface MemoryFileSystem extends FileSystem {
  readonly touched: readonly string[];
  readonly opened: readonly string[];
  /** Runs just before the next thing is opened: the moment a race is lost. */
  beforeOpen: (() => void) | undefined;
  /** Runs just after. */
  afterOpen: (() => void) | undefined;
  set(path: string, entry: Entry): void;
  remove(path: string): void;
}

interface MemoryOptions {
  /** False where the system does not say where an open file lies, as outside Linux. */
  readonly tellsLocation?: boolean;
  readonly volumes?: Readonly<Record<string, Volume>>;
  /** What a file says its size is; the files of the kernel say 0. */
  readonly statedSize?: (text: string) => number;
}

export function memoryFileSystem(
  tree: Readonly<Record<string, Entry>>,
  { tellsLocation = true, volumes = {}, statedSize = (text) => text.length }: MemoryOptions = {},
): MemoryFileSystem {
  const entries = new Map(Object.entries(tree));
  const touched: string[] = [];
  const opened: string[] = [];

  const isFolder = (path: string): boolean =>
    path === '/' || [...entries.keys()].some((key) => key.startsWith(`${path}/`));

  /** Follows the links of all segments but the last, as the kernel does. */
  const follow = (path: string, depth = 0): string => {
    if (depth > 40) throw failing('ELOOP');
    const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
    let at = '';
    for (const [index, segment] of segments.entries()) {
      if (segment === '..') {
        at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
        continue;
      }
      const here = `${at}/${segment}`;
      const entry = entries.get(here);
      const rest = segments.slice(index + 1);
      if (rest.length > 0 && typeof entry === 'object' && 'link' in entry) {
        const target = entry.link.startsWith('/') ? entry.link : `${at}/${entry.link}`;
        return follow([target, ...rest].join('/'), depth + 1);
      }
      at = here;
    }
    return at === '' ? '/' : at;
  };

  const find = (path: string): Found & { readonly at: string } => {
    const at = follow(path);
    const entry = entries.get(at);
    if (entry === undefined && !isFolder(at)) throw failing('ENOENT');
    const kind =
      entry === undefined
        ? 'folder'
        : typeof entry === 'string'
          ? 'file'
          : 'link' in entry
            ? 'link'
            : 'other';
    return { at, kind, identity: at, size: typeof entry === 'string' ? statedSize(entry) : 0 };
  };

  const openAt = (found: Found & { readonly at: string }): Opened => {
    const entry = entries.get(found.at);
    const bytes = new TextEncoder().encode(typeof entry === 'string' ? entry : '');
    let read = 0;
    return {
      found,
      location: async () => (tellsLocation ? found.at : undefined),
      read: async (into) => {
        // Short reads, as from the kernel's own files.
        const part = bytes.subarray(read, read + Math.min(into.length, 7));
        into.set(part);
        read += part.length;
        return part.length;
      },
      async *entries() {
        const prefix = found.at === '/' ? '/' : `${found.at}/`;
        const names = [...entries.keys()].filter((key) => key.startsWith(prefix));
        yield* new Set(names.map((key) => key.slice(prefix.length).split('/')[0] ?? ''));
      },
      close: async () => undefined,
    };
  };

  const self: MemoryFileSystem = {
    touched,
    opened,
    beforeOpen: undefined,
    afterOpen: undefined,
    set: (path, entry) => void entries.set(path, entry),
    remove: (path) => void entries.delete(path),
    look: async (path) => {
      touched.push(path);
      return find(path);
    },
    readLink: async (path) => {
      touched.push(path);
      const entry = entries.get(find(path).at);
      if (typeof entry !== 'object' || !('link' in entry)) throw failing('EINVAL');
      return entry.link;
    },
    open: async (path) => {
      touched.push(path);
      self.beforeOpen?.();
      const found = find(path);
      if (found.kind === 'link') throw failing('ELOOP');
      opened.push(found.at);
      const result = openAt(found);
      self.afterOpen?.();
      return result;
    },
    volume: async (path) => {
      touched.push(path);
      const volume = volumes[path];
      if (volume === undefined) throw failing('ENOENT');
      return volume;
    },
  };
  return self;
}

const failing = (code: string): Error => Object.assign(new Error('from the fixture'), { code });
