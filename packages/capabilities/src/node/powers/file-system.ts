import type { Volume } from '../../powers/powers.js';

/** What lies at a path. `other` is a device, a pipe or a socket: never opened. */
export type Kind = 'file' | 'folder' | 'link' | 'other';

/** What lies at a path, and which thing it is: two paths to one thing have the same identity. */
export interface Found {
  readonly kind: Kind;
  readonly identity: string;
  /** In bytes; 0 for what the kernel makes up while it is read. */
  readonly size: number;
}

/** A file or folder, open to read. */
export interface Opened {
  readonly found: Found;
  /** Where the kernel says this lies now; undefined where it does not say. */
  location(): Promise<string | undefined>;
  /** Reads the next bytes into a buffer; 0 at the end. */
  read(into: Uint8Array): Promise<number>;
  /** The names in this folder, in the order they are stored. */
  entries(): AsyncIterable<string>;
  close(): Promise<void>;
}

/**
 * The few calls the file power makes. Each rejects with a Node error code.
 *
 * None follows a symbolic link in the last segment; the power walks links itself.
 */
export interface FileSystem {
  look(path: string): Promise<Found>;
  readLink(path: string): Promise<string>;
  /** Opens to read; never waits for another process, never becomes a terminal's owner. */
  open(path: string, kind: 'file' | 'folder'): Promise<Opened>;
  volume(mountPoint: string): Promise<Volume>;
}
