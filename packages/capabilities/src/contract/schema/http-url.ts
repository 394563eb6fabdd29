import { IsUri } from 'typebox/format';

/** Scheme, slashes and a host, written out: what a URL parser would forgive never starts to matter. */
const SHAPE = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;

/**
 * Tells whether a text is the absolute URL of a web page: `http` or `https`, a host, no user info.
 *
 * It has to be one both by RFC 3986, which knows no white space, no back-slash and no characters
 * beyond ASCII, and by the WHATWG parser that will read it. Nothing is decided about where the host
 * is: that is for the power that connects.
 */
export function isHttpUrl(text: string): boolean {
  if (!SHAPE.test(text) || !IsUri(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.hostname !== '' && url.username === '' && url.password === '';
}
