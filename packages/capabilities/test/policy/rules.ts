import fc from 'fast-check';
import { Type } from 'typebox';
import { defineCapability, type Capability } from '../../src/contract/capability.js';
import type { Effect, Network, SideEffect, TargetKind } from '../../src/contract/classification.js';
import { compileGlob } from '../../src/contract/glob/glob.js';
import { canonicalTarget } from '../../src/contract/target.js';
import type { Question } from '../../src/policy/policy.js';
import type { Rule } from '../../src/policy/rule.js';
import { createRulePolicy, type RulePolicy } from '../../src/policy/rules-policy.js';

interface Parts {
  readonly sideEffect?: SideEffect;
  readonly network?: Network;
  readonly kind?: TargetKind;
  readonly version?: number;
  readonly locked?: true;
  readonly defaultRuling?: Effect;
}

/** A capability with a target of its own argument, where it has a kind. */
export function capabilityOf(name: string, parts: Parts = {}): Capability {
  const { sideEffect = 'read_only', network = 'local', kind, version = 1, ...rest } = parts;
  return defineCapability({
    name,
    version,
    summary: 'Stands for something that could be done.',
    args: Type.Object({ at: Type.String() }),
    result: Type.Object({}),
    ...rest,
    sideEffect,
    network,
    bounds: { timeoutMs: 100, maxResultBytes: 100, maxPerTurn: 10 },
    ...(kind !== undefined && { targetKind: kind, target: ({ at }: { at: string }) => at }),
    perform: () => ({}),
  });
}

export const CAPABILITIES: readonly Capability[] = [
  capabilityOf('files.read', { kind: 'path' }),
  capabilityOf('files.read', { kind: 'path', version: 2 }),
  capabilityOf('files.write', { kind: 'path', sideEffect: 'mutating' }),
  capabilityOf('net.web.fetch', { kind: 'host', network: 'external' }),
  capabilityOf('units.restart', { kind: 'name', sideEffect: 'mutating' }),
  capabilityOf('clock.read'),
];

/** Noon in UTC. */
export const NOON = Date.UTC(2026, 0, 15, 12);

/** A question, by a person about the first capability at noon unless told otherwise. */
export function ask(capability: Capability, parts: Partial<Asked> = {}): Question {
  const { principal = 'person:ada', target, at = NOON, retrieved = false } = parts;
  return {
    capability,
    caller: {
      principal,
      ...(retrieved && { provenance: [{ path: '/at', source: 'web', trust: 'low' as const }] }),
    },
    target,
    now: () => at,
  };
}

export interface Asked {
  readonly principal: `person:${string}` | `mind:${string}`;
  readonly target: string | undefined;
  readonly at: number;
  readonly retrieved: boolean;
}

/** A rule that allows everything, but for what is said. */
export const rule = (parts: Partial<Rule> = {}): Rule => ({
  id: 'r',
  scope: 'global',
  capability: '*',
  effect: 'allow',
  ...parts,
});

export const policyOf = (rules: readonly Rule[], timeZone = 'UTC'): RulePolicy =>
  createRulePolicy({ rules, timeZone, revision: 1 });

const SELECTORS = [
  '*',
  'files.*',
  'net.*',
  'net.web.*',
  'files.read',
  'files.read@1',
  'files.read@2',
  'files.write',
  'net.web.fetch',
  'units.restart',
  'clock.read',
];
const PATTERNS = [
  '**',
  '/a',
  '/a/b',
  '/a/*',
  '/a/**',
  '**/b',
  '/*/b',
  '/a/?',
  'example.org',
  '*.example.org',
  '**.example.org',
  'www.*.org',
  'nginx.service',
  '*.service',
  'n*x*',
  '**gin**',
];
const TARGETS = [
  '/a',
  '/a/b',
  '/a/b/c',
  '/c/b',
  'example.org',
  'www.example.org',
  'a.www.example.org',
  'nginx.service',
  'sshd.service',
  'anginx',
];
const TIMES = ['00:00', '06:00', '11:59', '12:00', '12:01', '22:30'];

/** Rules over a small world, so that they meet. Ids are their place in the list. */
export const someRules = (maxLength = 12): fc.Arbitrary<readonly Rule[]> =>
  fc
    .array(
      fc.record(
        {
          scope: fc.constantFrom('global', 'global', 'mind:muse', 'mind:shade') as fc.Arbitrary<
            Rule['scope']
          >,
          capability: fc.constantFrom(...SELECTORS),
          target: fc.constantFrom(...PATTERNS),
          action: fc.constantFrom('read', 'write', 'external'),
          hours: fc
            .tuple(fc.constantFrom(...TIMES), fc.constantFrom(...TIMES))
            .filter(([from, to]) => from !== to)
            .map(([from, to]) => ({ from, to })),
          retrieved: fc.constant(true as const),
          effect: fc.constantFrom('allow', 'ask', 'deny') as fc.Arbitrary<Effect>,
          final: fc.constant(true as const),
        },
        { requiredKeys: ['scope', 'capability', 'effect'] },
      ),
      { maxLength },
    )
    .map((rules) =>
      rules.map(({ final, ...parts }, at) => ({
        ...parts,
        id: `r${at}`,
        ...(final === true && parts.effect === 'deny' && { final }),
      })),
    );

/** Questions about the same small world. */
export const someQuestion: fc.Arbitrary<Question> = fc
  .record({
    capability: fc.constantFrom(...CAPABILITIES),
    principal: fc.constantFrom(
      'person:ada',
      'mind:muse',
      'mind:shade',
      'mind:other',
    ) as fc.Arbitrary<Asked['principal']>,
    target: fc.constantFrom(...TARGETS),
    minute: fc.integer({ min: 0, max: 1_439 }),
    retrieved: fc.boolean(),
  })
  .map(({ capability, target, minute, ...parts }) =>
    ask(capability, {
      ...parts,
      target: capability.targetKind === undefined ? undefined : target,
      at: NOON - 720 * 60_000 + minute * 60_000,
    }),
  );

/** What decides, told in the words of the decision and without an index: every rule is looked at. */
export function naive(rules: readonly Rule[], question: Question): Rule | undefined {
  return rules
    .filter((one) => applies(one, question))
    .reduce<Rule | undefined>(
      (best, one) => (best === undefined || outranks(one, best) ? one : best),
      undefined,
    );
}

function applies(one: Rule, { capability, caller, target, now }: Question): boolean {
  const { name, id, sideEffect, network, targetKind } = capability;
  const does = { read: sideEffect === 'read_only', write: sideEffect === 'mutating' };
  const minute = Math.floor(now() / 60_000) % 1_440;
  return (
    ['global', caller.principal].includes(one.scope) &&
    (one.capability === '*' ||
      [name, id].includes(one.capability) ||
      (one.capability.endsWith('.*') && `${name}`.startsWith(one.capability.replace('*', '')))) &&
    (one.action === undefined ||
      (one.action === 'external' ? network === 'external' : does[one.action])) &&
    (one.target === undefined ||
      (target !== undefined &&
        targetKind !== undefined &&
        isLike(targetKind, one.target, target))) &&
    (one.retrieved === undefined || (caller.provenance ?? []).length > 0) &&
    (one.hours === undefined || minutesOf(one.hours).has(minute))
  );
}

/** Whether a pattern fits, by a regular expression made of it; what is no pattern of the kind never does. */
function isLike(kind: TargetKind, pattern: string, target: string): boolean {
  if (compileGlob(kind, pattern) === undefined) return false;
  if (!/[*?]/.test(pattern)) return canonicalTarget(kind, pattern) === target;
  const inPart = { path: '[^/]', host: '[^.]', name: '[^]' }[kind];
  const parts = pattern.match(/\*\*|[^]/gu) ?? [];
  const made = parts.map((part) =>
    part === '**'
      ? '[^]*'
      : part === '*'
        ? `${inPart}*`
        : part === '?'
          ? inPart
          : `\\u{${part.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`^${made.join('')}$`, 'u').test(target);
}

/** Every minute of the hours, counted one by one over midnight. */
function minutesOf({ from, to }: { readonly from: string; readonly to: string }): Set<number> {
  const [first, end] = [from, to].map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  const minutes = new Set<number>();
  for (let minute = first ?? 0; minute !== end; minute = (minute + 1) % 1_440) minutes.add(minute);
  return minutes;
}

function outranks(one: Rule, other: Rule): boolean {
  const strictness = { allow: 0, ask: 1, deny: 2 };
  const selector = ({ capability }: Rule): number => {
    if (capability === '*') return 0;
    if (capability.endsWith('.*')) return capability.length;
    return capability.includes('@') ? 10_000 : 9_000;
  };
  const target = ({ target: glob }: Rule): number => {
    if (glob === undefined) return -1;
    return /[*?]/.test(glob) ? glob.replace(/[*?]/g, '').length : 10_000;
  };
  for (const by of [
    ({ final }: Rule) => (final === true ? 1 : 0),
    ({ scope }: Rule) => (scope === 'global' ? 0 : 1),
    selector,
    target,
    ({ action }: Rule) => (action === undefined ? 0 : 1),
    ({ hours }: Rule) => (hours === undefined ? 0 : 1),
    ({ retrieved }: Rule) => (retrieved === undefined ? 0 : 1),
    ({ effect }: Rule) => strictness[effect],
  ])
    if (by(one) !== by(other)) return by(one) > by(other);
  return one.id < other.id;
}
