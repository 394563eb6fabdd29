import { canonicalJson } from '../internal/canonical.js';
import { sha256Hex } from '../internal/sha256.js';
import type { StoredRequest } from './pending.js';

/** Keeps this hash apart from every other one that is taken of the same text. */
const DOMAIN = 'sovereign/fingerprint/1\n';

/**
 * Names one invocation: who asks, on which occasion, what of which contract, on what, with which arguments.
 *
 * A structured canonical text is hashed, never joined fields, so that no two
 * different requests have the same one. Source: decision «Fingerprint».
 */
export function fingerprint(request: StoredRequest): string {
  return sha256Hex(
    DOMAIN +
      canonicalJson([
        request.principal,
        request.occasion ?? null,
        request.capability,
        request.version,
        request.contractDigest,
        request.target ?? null,
        request.args,
      ]),
  );
}
