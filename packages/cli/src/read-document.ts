import { readArgs } from './read-proposal.js';
import type { Io } from './io.js';
import { Stop } from './stop.js';

/**
 * Reads a JSON document of a command: from the command line, a file, or stdin.
 *
 * @throws Stop — when there is none, there are two, or it is not JSON. What it holds is never said.
 */
export async function readDocument(
  source: { readonly document?: string; readonly file?: string },
  io: Io,
): Promise<unknown> {
  const { document, file } = source;
  if (document === undefined && file === undefined)
    throw new Stop(
      'usage',
      'a JSON document is missing: write it, name a `--file`, or give - for stdin',
    );
  return readArgs(
    {
      ...(document !== undefined && { args: document }),
      ...(file !== undefined && { argsFile: file }),
    },
    io,
  );
}
