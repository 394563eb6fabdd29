/** Written out, so that what the URL parser would forgive never starts to matter. */
const SHAPE = /^https?:\/\/[^/\\?#@]+(?:[/?#]|$)/i;

/** White space and control characters, which the URL parser drops or encodes in silence, and `\`. */
const FORGIVEN = /[\s\p{Cc}\p{Surrogate}\\]/u;

/**
 * Tells whether a text is the absolute URL of a web page: `http` or `https`, a host, no user info.
 *
 * Nothing is decided about where the host is: that is for the power that connects.
 */
export function isHttpUrl(text: string): boolean {
  if (!SHAPE.test(text) || FORGIVEN.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && url.hostname !== '' && url.username === '' && url.password === '';
}
