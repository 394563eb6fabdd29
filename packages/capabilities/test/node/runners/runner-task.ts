import { Type } from 'typebox';
import { VOUCHED, type VouchedTask } from '../../../src/bounds/runner.js';
import { defineCapability } from '../../../src/contract/capability.js';
import { handlerFile } from './hostile.js';

/** A capability whose handler file is what the loader says. */
export const MODULAR = defineCapability({
  name: 'fixture.modular',
  version: 1,
  summary: 'Lives in a file of its own.',
  args: Type.Object({}),
  result: Type.Object({}),
  sideEffect: 'read_only',
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 10_000, maxPerTurn: 1_000 },
  handler: new URL('fixture:modular'),
});

/** One piece of work for it. */
export const taskOf = (parts: Partial<VouchedTask> = {}): VouchedTask => ({
  [VOUCHED]: true,
  capability: MODULAR,
  work: { handler: new URL('fixture:modular'), perform: undefined },
  args: {},
  powers: {},
  timeoutMs: 5_000,
  maxResultBytes: 10_000,
  signal: undefined,
  invocation: { id: 'x' },
  ...parts,
});

/** Loads this body as the file of every handler. */
export const loading = (body: string, before?: string) => (): Promise<string> =>
  Promise.resolve(handlerFile(body, before));
