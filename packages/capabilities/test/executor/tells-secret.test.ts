import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { fixtureHost } from '../../src/testing/fixture-host.js';

const SECRET = 'correct-horse-battery';

/** A capability that is lent a secret and answers with whatever this makes of it. */
const telling = (made: (secret: string) => unknown) =>
  defineCapability({
    name: 'lamp.state',
    version: 1,
    summary: 'Tells whether the lamp is on.',
    args: Type.Object({}),
    result: Type.Object({ found: Type.Unknown() }),
    sideEffect: 'read_only',
    network: 'local',
    powers: ['secret'],
    secrets: ['token', 'short'],
    bounds: { timeoutMs: 1_000, maxResultBytes: 1_000, maxPerTurn: 10 },
    perform: async (_args, { secret }) => ({ found: made(await secret.read('token')) }),
  });
const host = (made: (secret: string) => unknown) =>
  fixtureHost([telling(made)], {
    lend: () => ({ secret: { read: (name) => Promise.resolve(name === 'token' ? SECRET : 'on') } }),
  });

describe('a result that holds a secret', () => {
  it.each([
    ['as it is', (secret: string) => secret],
    ['inside of a text', (secret: string) => `Authorization: Bearer ${secret}\n`],
    ['deep inside', (secret: string) => [{ a: { b: [secret] } }]],
    ['as a name', (secret: string) => ({ [secret]: 1 })],
  ])('S1-077 is not given out: %s', async (_where, made) => {
    const { invoke, defects, events } = host(made);
    const outcome = await invoke({ capability: 'lamp.state' });
    expect(outcome).toMatchObject({ outcome: 'rejected', code: 'invalid_result' });
    expect(JSON.stringify([outcome, events(), defects.map(String)])).not.toContain(SECRET);
    expect(defects.map(String).join()).toContain('holds a secret');
  });

  it('a short one that stands there by chance is none', async () => {
    expect(await host(() => 'on and on').invoke({ capability: 'lamp.state' })).toMatchObject({
      outcome: 'completed',
    });
  });
});
