import { MIMEType, TextDecoder } from 'node:util';
import { webError } from './web-error.js';

/** What a page says its content is. */
export interface Content {
  /** The media type alone, in lower case. */
  readonly type: string;
  /** Turns bytes into text; those of a character that was cut in two are left out. */
  text(bytes: Uint8Array, isCut: boolean): string;
}

/**
 * Reads the type of a page; only text is let through, by its label, whatever is inside.
 *
 * @throws PowerError — `content_type_refused` for any other type, and for none.
 */
export function readContent(label: string | undefined): Content {
  const media = mediaOf(label ?? '');
  if (media === undefined || !isText(media)) throw webError('content_type_refused');
  return {
    type: media.essence,
    text: (bytes, isCut) => decoderOf(media.params.get('charset')).decode(bytes, { stream: isCut }),
  };
}

function mediaOf(label: string): MIMEType | undefined {
  try {
    return new MIMEType(label);
  } catch {
    return undefined;
  }
}

/** Text of any kind, JSON, XML, and what is written in either: XHTML, RSS, Atom. */
const isText = ({ type, subtype }: MIMEType): boolean =>
  type === 'text' || (type === 'application' && /^(?:.+\+)?(?:json|xml)$/.test(subtype));

/** A label nobody knows is taken for UTF-8; bytes that do not fit become U+FFFD, never an error. */
function decoderOf(label: string | null): TextDecoder {
  try {
    return new TextDecoder(label ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
