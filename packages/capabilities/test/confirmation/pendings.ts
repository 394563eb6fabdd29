import fc from 'fast-check';
import { disclose } from '../../src/confirmation/disclosure.js';
import type { Pending, StoredRequest } from '../../src/confirmation/pending.js';
import type { Occasion, Principal } from '../../src/contract/caller.js';
import { defineCapability } from '../../src/contract/capability.js';
import type { Json } from '../../src/internal/json.js';
import { WRITTEN } from '../contract/contracts.js';
import { json, text } from '../internal/json-values.js';

export const LOOK = defineCapability(WRITTEN);

export const REQUEST: StoredRequest = Object.freeze({
  capability: LOOK.name,
  version: LOOK.version,
  contractDigest: LOOK.digest,
  principal: 'person:ada',
  occasion: 'turn:1',
  target: '/etc',
  args: { path: '/etc' },
});

/** A proposal that waits, as a store keeps it. */
export const PENDING: Pending = Object.freeze({
  id: '00000000-0000-4000-8000-000000000001',
  state: 'open',
  fingerprint: 'f'.repeat(64),
  asked: 'a'.repeat(64),
  request: REQUEST,
  disclosure: disclose({
    capability: LOOK,
    effect: undefined,
    target: '/etc',
    args: REQUEST.args,
    principal: REQUEST.principal,
    occasion: REQUEST.occasion,
    provenance: [],
  }),
  origin: 'user',
  provenance: [],
  intention: 'intention-1',
  grantable: true,
  createdAt: 1,
  expiresAt: 2,
});

/** Text that tries to look like the end of one field and the start of the next. */
export const gluing = fc.oneof(
  text,
  fc
    .array(
      fc.constantFrom('a', 'b', '"', ',', '\\', '\n', '\u0000', '[', ']', ':', '/', ' ', 'null'),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

const args: fc.Arbitrary<Json> = fc.oneof(
  json,
  fc.dictionary(
    gluing.filter((key) => key !== '__proto__'),
    gluing,
    { noNullPrototype: true },
  ),
);

/** Requests with anything in them that a store could hold; wider than what the door lets through. */
export const request: fc.Arbitrary<StoredRequest> = fc.record(
  {
    capability: gluing,
    version: fc.integer({ min: 1, max: 3 }),
    contractDigest: gluing,
    principal: gluing.map((principal) => principal as Principal),
    occasion: gluing.map((occasion) => occasion as Occasion),
    target: gluing,
    args,
  },
  {
    requiredKeys: ['capability', 'version', 'contractDigest', 'principal', 'args'],
    noNullPrototype: true,
  },
);
