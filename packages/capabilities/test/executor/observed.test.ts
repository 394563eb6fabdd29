import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import type { Observation } from '../../src/executor/observer.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';
import { memorySink } from '../../src/audit/memory-sink.js';

const telling = (trust: 'tool' | 'low') =>
  defineCapability({
    name: 'fixture.tell',
    version: 1,
    summary: 'Tells a text.',
    args: Type.Object({}),
    result: Type.Object({ text: Type.String() }),
    sideEffect: 'read_only',
    network: 'local',
    trust,
    bounds: { timeoutMs: 1_000, maxResultBytes: 1_000, maxPerTurn: 10 },
    perform: () => ({ text: 'once upon a time' }),
  });

describe('observer', () => {
  it.each(['tool', 'low'] as const)(
    'S3-181 S3-136 is handed text with the contract’s own trust: %s',
    async (trust) => {
      const seen: Observation[] = [];
      const host = fixtureHost([telling(trust)], {
        observer: { observe: (one) => void seen.push(one) },
      });
      const { event } = await host.invoke({}, { intention: 'i' });
      expect(seen).toEqual([
        {
          invocation: event,
          capability: 'fixture.tell',
          version: 1,
          trust,
          principal: 'person:ada',
          intention: 'i',
          result: { text: 'once upon a time' },
        },
      ]);
    },
  );

  it('is handed nothing without text, nothing that was refused, and nothing that is not on record', async () => {
    const seen: unknown[] = [];
    const observer = { observe: (one: unknown) => void seen.push(one) };
    const plain = fixtureHost([fixtureCapability().capability], { observer });
    await plain.invoke({});
    const refused = fixtureHost([telling('tool')], { observer });
    await refused.invoke({ args: { x: 1 } });
    const unrecorded = fixtureHost([telling('tool')], {
      observer,
      sink: {
        ...memorySink(),
        append: () => {
          throw new Error('disk');
        },
      },
    });
    expect(await unrecorded.invoke({})).toMatchObject({ code: 'audit_failed' });
    expect(seen).toEqual([]);
  });

  it('one that fails costs nobody the answer', async () => {
    const host = fixtureHost([telling('tool')], {
      observer: { observe: () => Promise.reject(new Error('full')) },
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    await Promise.resolve();
    expect(host.defects).toMatchObject([{ message: 'full' }]);
  });
});
