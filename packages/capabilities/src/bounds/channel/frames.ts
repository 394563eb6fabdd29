/** Every frame begins with the length of its body in bytes: four of them, the highest first. */
const HEAD = 4;

/** Writes a message as one frame. */
export function frameOf(message: unknown): Uint8Array {
  const body = encoder.encode(JSON.stringify(message));
  const frame = new Uint8Array(HEAD + body.length);
  new DataView(frame.buffer).setUint32(0, body.length);
  frame.set(body, HEAD);
  return frame;
}

/** Reads frames out of whatever pieces they arrive in. */
export interface FrameReader {
  /**
   * Takes the next bytes; gives the messages that are complete with them, or undefined as soon as
   * what comes is no frame, or one of more bytes than may come. After that it reads nothing more.
   */
  take(bytes: Uint8Array): readonly unknown[] | undefined;
}

/**
 * Makes a reader that holds at most one frame of so many bytes.
 *
 * The length is looked at before anything of the frame is kept: a flood costs what was read, once.
 */
export function frameReader(maxBytes: () => number): FrameReader {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let broken = false;

  /** The next frame's body; undefined while it is not complete. */
  function nextBody(): Uint8Array | undefined {
    if (length < HEAD) return undefined;
    if ((pieces[0]?.length ?? 0) < HEAD) pieces = [joined(pieces, length)];
    const [first = EMPTY] = pieces;
    const body = new DataView(first.buffer, first.byteOffset).getUint32(0);
    if (body > maxBytes()) throw new RangeError('too large');
    if (length < HEAD + body) return undefined;
    // Joined once for each frame, however many pieces it came in.
    const whole = pieces.length === 1 ? first : joined(pieces, length);
    length -= HEAD + body;
    pieces = length === 0 ? [] : [whole.subarray(HEAD + body)];
    return whole.subarray(HEAD, HEAD + body);
  }

  return Object.freeze<FrameReader>({
    take(bytes) {
      if (broken) return undefined;
      pieces.push(bytes);
      length += bytes.length;
      const messages: unknown[] = [];
      try {
        for (let body = nextBody(); body !== undefined; body = nextBody())
          messages.push(JSON.parse(decoder.decode(body)) as unknown);
        return messages;
      } catch {
        broken = true;
        pieces = [];
        return undefined;
      }
    },
  });
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const EMPTY = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
