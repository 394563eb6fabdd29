import { sha256Hex } from '../internal/sha256.js';

/** 32 random bytes as base64url without padding. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;
const DOMAIN = 'sovereign/token/1\n';

/** Draws a new bearer token. Only its hash is ever stored. */
export function drawToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** The hash under which a token is stored, or undefined for what cannot be a token. */
export function tokenHash(token: unknown): string | undefined {
  return typeof token === 'string' && SHAPE.test(token) ? sha256Hex(DOMAIN + token) : undefined;
}
