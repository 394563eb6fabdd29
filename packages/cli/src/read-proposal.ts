import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Proposal } from '@sovereign/capabilities';
import type { Io } from './io.js';
import type { ProposalOptions } from './options.js';
import { quoted } from './printable.js';
import { readExactReference } from './reference.js';
import { Stop } from './stop.js';
import { systemReason } from './thrown.js';

/** More text than the largest arguments can need: 1 MiB of canonical JSON, with room for escapes and space. */
const MAX_BYTES = 8_388_608;

type Source = Pick<ProposalOptions, 'args' | 'argsFile'>;

/** Reads what is proposed: exactly the named capability with exactly the given arguments. The door judges both. */
export async function readProposal(options: ProposalOptions, io: Io): Promise<Proposal> {
  const { name, version } = readExactReference(options.capability);
  return { capability: name, version, args: await readArgs(options, io) };
}

/**
 * Reads the arguments of a proposal: from the command line, a file, or stdin; `{}` where none are given.
 *
 * @throws Stop — when there are two sources, one cannot be read, or what it holds is not JSON.
 *   What it holds is never said.
 */
export async function readArgs(source: Source, io: Io): Promise<unknown> {
  const { args, argsFile } = source;
  if (args !== undefined && argsFile !== undefined)
    throw new Stop(
      'usage',
      'arguments are given twice: on the command line and with `--args-file`; keep one',
    );
  if (argsFile !== undefined) {
    const place = `--args-file ${quoted(argsFile)}`;
    return parse(await readText(createReadStream(resolve(io.cwd, argsFile)), place, io), place);
  }
  if (args === '-') return parse(await readText(io.stdin, 'stdin', io), 'stdin');
  return args === undefined ? {} : parse(args, 'the command line');
}

async function readText(stream: Readable, place: string, { signal }: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
      size += part.byteLength;
      if (size > MAX_BYTES) break;
      parts.push(part);
    }
  } catch (thrown) {
    if (signal.aborted)
      throw new Stop('bounded', 'interrupted while the arguments were read; nothing ran');
    const reason = systemReason(thrown) ?? 'it failed';
    throw new Stop('usage', `${place}: the arguments cannot be read (${reason})`, thrown);
  }
  if (size > MAX_BYTES) throw new Stop('invalid', `${place}: the arguments are larger than 8 MiB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new Stop('invalid', `${place}: the arguments are not UTF-8 text`);
  }
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    // The engine's own message quotes the text, so only the place in it is taken over.
    const at = /at position \d+ \((?<at>line \d+ column \d+)\)$/.exec(String(thrown))?.groups?.[
      'at'
    ];
    const where = at === undefined ? '' : ` (${at})`;
    throw new Stop(
      'invalid',
      `${place}: the arguments are not JSON${where}; write an object such as '{"key": 1}'`,
    );
  }
}
