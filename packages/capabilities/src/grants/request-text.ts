import { visibleText } from '../internal/visible-text.js';
import { canonicalJson } from '../internal/canonical.js';
import type { Json } from '../internal/json.js';
import { sha256Hex } from '../internal/sha256.js';
import type { NewRequest } from './capability-request.js';
import type { GrantScope } from './grant.js';

const DOMAIN = 'sovereign/capability-request/1\n';

type Shown = Omit<NewRequest, 'id' | 'digest' | 'ttlMs' | 'maxOpen'>;

/** Names everything that a person decides on: another request, or one letter more, has another digest. */
export function requestDigest(request: Shown): string {
  const { principal, origin, occasion, intention, contracts, scope, ...rest } = request;
  const shown = {
    principal,
    origin,
    occasion: occasion ?? null,
    intention: intention ?? null,
    contracts: contracts.map(({ id, digest }) => ({ id, digest })),
    scope: { ...scope } as Json,
    durationMs: rest.durationMs,
    operations: rest.operations,
    reason: rest.reason,
    evidence: [...rest.evidence],
    risk: rest.risk,
    mitigation: rest.mitigation,
    fallback: rest.fallback,
    alternatives: [...rest.alternatives],
  };
  return sha256Hex(DOMAIN + canonicalJson(shown));
}

/**
 * Says what a scope covers, a line each, as it is enforced: two scopes with one text are one scope.
 * Safe to show byte for byte.
 */
export function scopeText(scope: GrantScope): readonly string[] {
  const line = (name: string, value: string): string => `${name}: ${visibleText(value)}`;
  const named = Object.entries(scope.parameters ?? {})
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, glob]) => line('Parameter', canonicalJson([name, glob])));
  return Object.freeze([
    line('Capability', scope.capability),
    scope.access === 'write' ? 'Access: reads and changes' : 'Access: reads only',
    ...(scope.target === undefined ? [] : [line('Target', canonicalJson(scope.target))]),
    ...(scope.args === undefined
      ? named
      : [line('Exactly these arguments', canonicalJson(scope.args))]),
    ...(scope.args === undefined
      ? [scope.otherParameters === 'any' ? 'Other parameters: any' : 'Other parameters: none']
      : []),
  ]);
}
