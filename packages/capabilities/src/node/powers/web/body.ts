import type { IncomingMessage } from 'node:http';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { asWebError, webError } from './web-error.js';

/** How much of a body is read. */
export interface BodyLimits {
  /** In bytes, unpacked. */
  readonly maxBytes: number;
  /** Whether more than that is left unread, instead of refused. */
  readonly cut: boolean;
}

/** What was read of a body. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

/** What a packed body may have beyond its unpacked size: frames of packing, and nothing inside. */
const PACKING_BYTES = 65_536;

/**
 * Reads a body up to a limit, counted as it comes and again as it unpacks: a small answer that
 * unpacks without end is stopped at the limit, and so is a long one that unpacks to nothing.
 *
 * @throws PowerError — `too_large`; `encoding_refused` for a packing we did not ask for;
 *   `bad_answer` for a body that breaks off or does not unpack.
 */
export async function readBody(answer: IncomingMessage, limits: BodyLimits): Promise<Body> {
  const { maxBytes, cut } = limits;
  const pieces: Uint8Array[] = [];
  const body = (isCut: boolean): Body => ({ bytes: Buffer.concat(pieces), isCut });
  let room = maxBytes;
  try {
    for await (const piece of unpacked(answer, maxBytes + PACKING_BYTES)) {
      pieces.push(piece.subarray(0, room));
      if (piece.length > room) throw webError('too_large');
      room -= piece.length;
    }
    return body(false);
  } catch (error) {
    const refusal = asWebError(error, 'bad_answer');
    if (cut && refusal.code === 'too_large') return body(true);
    throw refusal;
  }
}

function unpacked(answer: IncomingMessage, mostPacked: number): AsyncIterable<Uint8Array> {
  const unpacker = unpackerOf(answer);
  if (unpacker === undefined) return answer as AsyncIterable<Uint8Array>;
  const metered = async function* (packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let room = mostPacked;
    for await (const piece of packed) {
      room -= piece.length;
      if (room < 0) throw webError('too_large');
      yield piece;
    }
  };
  // What went wrong reaches whoever reads the last part.
  return pipeline(answer, metered, unpacker, () => undefined) as Readable;
}

/** What undoes the packing of a body; undefined where there is none. */
function unpackerOf({ headers }: IncomingMessage): Duplex | undefined {
  const transfer = (headers['transfer-encoding'] ?? 'chunked').toLowerCase();
  if (transfer !== 'chunked') throw webError('encoding_refused');
  switch ((headers['content-encoding'] ?? '').toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw webError('encoding_refused');
  }
}
