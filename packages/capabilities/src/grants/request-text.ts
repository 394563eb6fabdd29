import { visibleText } from '../internal/visible-text.js';
import { canonicalJson } from '../internal/canonical.js';
import { sha256Hex } from '../internal/sha256.js';
import type { NewRequest } from './capability-request.js';
import type { GrantScope } from './grant.js';

const DOMAIN = 'sovereign/capability-request/1\n';

/** What a person decides on: all of a request but its place in a store. */
export type AskedFor = Omit<NewRequest, 'id' | 'digest' | 'ttlMs' | 'maxOpen'>;

/** SHA-256 over {@link requestText}: another request, or one letter more, has another digest. */
export function requestDigest(request: AskedFor): string {
  return sha256Hex(DOMAIN + requestText(request));
}

/**
 * Says everything that a person decides on, a line each: two requests with one text are one request.
 * Safe to show byte for byte, as a disclosure is.
 */
export function requestText(request: AskedFor): string {
  const { principal, origin, occasion, intention, contracts, evidence, alternatives } = request;
  return [
    `Asked by ${visibleText(principal)}, origin ${origin}`,
    occasion === undefined ? 'Without an occasion' : `Occasion: ${visibleText(occasion)}`,
    intention === undefined ? 'Without an intention' : `Intention: ${visibleText(intention)}`,
    ...scopeText(request.scope),
    ...contracts.map(({ id, digest }) => `Contract: ${visibleText(id)} as of ${digest}`),
    `Lasts: ${lengthText(request.durationMs)} from the yes on`,
    `Operations: ${request.operations} at most`,
    `Reason: ${visibleText(request.reason)}`,
    ...numbered('Evidence', evidence),
    `Risk: ${visibleText(request.risk)}`,
    `Mitigation: ${visibleText(request.mitigation)}`,
    `Without it: ${visibleText(request.fallback)}`,
    ...numbered('Alternative', alternatives),
  ].join('\n');
}

/** A length of time as people say it, to the millisecond: `1 d 2 h`, `90.5 s` as `1 min 30.5 s`. */
function lengthText(ms: number): string {
  const parts = [
    [Math.floor(ms / 86_400_000), 'd'],
    [Math.floor(ms / 3_600_000) % 24, 'h'],
    [Math.floor(ms / 60_000) % 60, 'min'],
    [(ms % 60_000) / 1_000, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

/** A list of no texts is not the list of one text that says so. */
const numbered = (name: string, texts: readonly string[]): readonly string[] =>
  texts.length === 0
    ? [`${name}: none`]
    : texts.map((text, at) => `${name} ${at + 1}: ${visibleText(text)}`);

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
