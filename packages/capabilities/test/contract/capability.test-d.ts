import { Type } from 'typebox';
import { defineCapability, type Capability } from '../../src/contract/capability.js';
import { defineHandler } from '../../src/contract/handler.js';

const base = {
  name: 'fixture.look',
  version: 1,
  summary: 'Looks.',
  args: Type.Object({ path: Type.String(), depth: Type.Optional(Type.Integer()) }),
  result: Type.Object({ found: Type.Boolean() }),
  bounds: { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 3 },
  perform: () => ({ found: true }),
} as const;
const { perform: _, ...withoutWork } = base;
const local = { ...base, sideEffect: 'read_only', network: 'local' } as const;
const handler = new URL('./x.handler.js', import.meta.url);

export const look = defineCapability(local);
export const held: readonly Capability[] = [look];

// @ts-expect-error -- S1-014: confirmation is derived, there is no key for it
defineCapability({ ...local, confirmation: 'automatic' });
// @ts-expect-error -- S1-008: a third side effect
defineCapability({ ...local, sideEffect: 'maybe' });
// @ts-expect-error -- S1-010: a third network
defineCapability({ ...local, network: 'lan' });
// @ts-expect-error -- S1-012: one axis does not stand for the other
defineCapability({ ...base, sideEffect: 'read_only' });
// @ts-expect-error -- S1-018: no bound has a default
defineCapability({ ...local, bounds: { timeoutMs: 1, maxResultBytes: 1 } });
// @ts-expect-error -- S1-006: a result without a schema
defineCapability({ ...local, result: undefined });
// @ts-expect-error -- S1-003: a version that is no number
defineCapability({ ...local, version: '1' });
// @ts-expect-error -- S1-019: a key that no contract has
defineCapability({ ...local, risk: 'low' });

// @ts-expect-error -- a power that leaves the device makes a capability external
defineCapability({ ...base, sideEffect: 'read_only', network: 'local', powers: ['web'] });
// @ts-expect-error -- among others too
defineCapability({ ...base, sideEffect: 'read_only', network: 'local', powers: ['clock', 'web'] });
defineCapability({
  ...base,
  sideEffect: 'read_only',
  network: 'external',
  powers: ['clock', 'web'],
});
defineCapability({ ...base, sideEffect: 'read_only', network: 'local', powers: ['clock', 'log'] });
// @ts-expect-error -- a power that nobody lends
defineCapability({ ...base, sideEffect: 'read_only', network: 'local', powers: ['shell'] });

// @ts-expect-error -- a module or a function, not both
defineCapability({ ...local, handler });
// @ts-expect-error -- and not neither
defineCapability({ ...withoutWork, sideEffect: 'read_only', network: 'local' });
defineCapability({ ...withoutWork, sideEffect: 'mutating', network: 'local', locked: true });
// @ts-expect-error -- the result is what the contract says
defineCapability({ ...local, perform: () => ({ found: 'yes' }) });
// @ts-expect-error -- a target is text
defineCapability({ ...local, target: ({ path }) => path.length, targetKind: 'path' });
// @ts-expect-error -- of a kind there is
defineCapability({ ...local, target: ({ path }) => path, targetKind: 'url' });

const search = defineCapability({
  ...withoutWork,
  sideEffect: 'read_only',
  network: 'local',
  powers: ['origin', 'clock'],
  origins: ['search'],
  handler,
});

export const work = defineHandler<typeof search>(async ({ path, depth }, { origin, clock }) => {
  const page: unknown = await origin.search.get(path, { query: { depth: depth ?? clock.now() } });
  return { found: page !== undefined };
});

// @ts-expect-error -- a power that the contract does not name is not lent
defineHandler<typeof search>((_args, { web }) => ({ found: web !== undefined }));
// @ts-expect-error -- nor a service it does not name
defineHandler<typeof search>((_args, { origin }) => ({ found: origin.mail !== undefined }));
// @ts-expect-error -- arguments are what the schema says
defineHandler<typeof search>(({ folder }) => ({ found: folder }));
// @ts-expect-error -- and the result too
defineHandler<typeof search>(() => ({ found: 1 }));

// @ts-expect-error -- an accepted capability is not edited
look.confirmation = 'automatic';
// @ts-expect-error -- nor are its bounds
look.bounds.maxPerTurn = 9;
// @ts-expect-error -- it is no way to act
look.perform({ path: '/' });
