import { describe, expect, it } from 'vitest';
import { createCaller } from '../../src/contract/caller.js';
import { defineCapability } from '../../src/contract/capability.js';
import type { Effect, Network, SideEffect } from '../../src/contract/classification.js';
import { defaultPolicy } from '../../src/policy/policy.js';
import { written } from '../contract/contracts.js';

const caller = createCaller({ principal: 'person:ada', origin: 'user' });
const rule = (changes: Readonly<Record<string, unknown>>) =>
  defaultPolicy.rule({
    capability: defineCapability(written(changes)),
    caller,
    target: undefined,
    now: () => 0,
  });

const CLASSES: readonly (readonly [SideEffect, Network, Effect])[] = [
  ['read_only', 'local', 'allow'],
  ['read_only', 'external', 'ask'],
  ['mutating', 'local', 'ask'],
  ['mutating', 'external', 'ask'],
];

describe('defaultPolicy', () => {
  it.each(CLASSES)('S3-141 for %s and %s rules %s', (sideEffect, network, effect) => {
    expect(rule({ sideEffect, network })).toEqual({ effect });
  });

  it.each(CLASSES)('honours a stricter default of %s and %s', (sideEffect, network) => {
    expect(rule({ sideEffect, network, defaultRuling: 'ask' })).toEqual({ effect: 'ask' });
    expect(rule({ sideEffect, network, defaultRuling: 'deny' })).toEqual({ effect: 'deny' });
  });

  it('rules the same for everybody, everywhere, at any time', () => {
    const capability = defineCapability(written({ sideEffect: 'mutating' }));
    const callers = [
      caller,
      createCaller({ principal: 'host:fixture', origin: 'operator' }),
      createCaller({
        principal: 'mind:muse',
        origin: 'model',
        occasion: 'turn:1',
        commitment: true,
      }),
    ];
    for (const one of callers)
      for (const target of [undefined, '/etc'])
        for (const now of [0, 1e13])
          expect(defaultPolicy.rule({ capability, caller: one, target, now: () => now })).toEqual({
            effect: 'ask',
          });
  });

  it('can be looked at, and has no rules', () => {
    expect(defaultPolicy.describe()).toEqual({ revision: 0, rules: [] });
    expect(defaultPolicy.revision).toBe(0);
  });

  it('cannot be changed, nor can what it answers', () => {
    const ruling = rule({});
    const rulings = ['allow', 'ask', 'deny'].map((defaultRuling) => rule({ defaultRuling }));
    expect([defaultPolicy, ...rulings].map((one) => Object.isFrozen(one))).toEqual(
      Array(4).fill(true),
    );
    const { rules } = defaultPolicy.describe() as { readonly rules: unknown[] };
    expect(() => rules.push({ effect: 'allow' })).toThrow(TypeError);
    expect(() => Object.assign(ruling, { effect: 'allow' })).toThrow(TypeError);
  });
});
