import { fail, PowerError, type FilePower } from '@sovereign/capabilities';

/**
 * Reads a file that may be missing or closed to this program: null, where the kernel has nothing to say.
 *
 * So is one that this machine keeps behind a link to a place the contract does not name.
 */
export async function readKnown(
  file: FilePower,
  path: string,
  maxBytes = USUAL_BYTES,
): Promise<string | null> {
  return orNull(file.readText(path, { maxBytes }));
}

/** As {@link readKnown}, for the names in a folder. */
export async function listKnown(file: FilePower, path: string): Promise<readonly string[] | null> {
  return orNull(file.list(path));
}

/** Reads a file without which there is nothing to report; ends the handler with a word of its contract. */
export async function readNeeded(
  file: FilePower,
  path: string,
  maxBytes = USUAL_BYTES,
): Promise<string> {
  return needed(file.readText(path, { maxBytes }));
}

const USUAL_BYTES = 65_536;

/** As {@link readNeeded}, for the names in a folder. */
export async function listNeeded(file: FilePower, path: string): Promise<readonly string[]> {
  return needed(file.list(path));
}

/** The words of {@link readNeeded}, for contracts to list. */
export const READ_FAILURES = Object.freeze([
  /** No such file: not Linux, or no /proc. */
  'not_supported_here',
  /** It is there, and did not let itself be read. */
  'proc_unreadable',
] as const);

/** Turns a power's refusal into null, and lets everything else through. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (PowerError.is(error)) return null;
    throw error;
  }
}

async function needed<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!PowerError.is(error)) throw error;
    const [absent, unreadable] = READ_FAILURES;
    return fail(error.code === 'not_found' ? absent : unreadable);
  }
}
