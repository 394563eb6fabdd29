import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { defineCapability } from '../../src/contract/capability.js';
import { FIXTURE_BOUNDS, fixtureHost } from '../../src/testing/fixture-host.js';

it('disclosing › the executor writes every word: the contract’s sentence, never the caller’s', async () => {
  const send = defineCapability({
    name: 'mail.send',
    version: 3,
    summary: 'Sends a mail.',
    args: Type.Object({ to: Type.String({ maxLength: 99 }) }),
    result: Type.Object({}),
    sideEffect: 'mutating',
    network: 'external',
    bounds: FIXTURE_BOUNDS,
    effect: ({ to }) => `Sends a mail to ${to}.`,
    target: ({ to }) => to,
    targetKind: 'name',
    perform: () => ({}),
  });
  const host = fixtureHost([send]);
  const outcome = await host.invoke(
    { capability: 'mail.send', version: 3, args: { to: 'bob\u202e@example.org' } },
    { principal: 'mind:muse', origin: 'model', occasion: 'turn:9' },
  );
  expect(outcome.outcome === 'pending' && outcome.pending.disclosure.text.split('\n')).toEqual([
    'Sends a mail to bob\\u{202e}@example.org.',
    'Capability: mail.send@3',
    'Target: bob\\u{202e}@example.org',
    'Arguments: {"to":"bob\\u{202e}@example.org"}',
    'This changes something, and contacts something outside this device.',
    'Asked by mind:muse, on occasion turn:9.',
    'Yes lets exactly this run, once.',
  ]);
});
