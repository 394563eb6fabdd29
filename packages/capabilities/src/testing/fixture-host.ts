import { Type } from 'typebox';
import type { InvocationEvent } from '../audit/event.js';
import { memorySink, type MemorySink } from '../audit/memory-sink.js';
import { inlineRunner } from '../bounds/inline-runner.js';
import { listedDirectory } from '../confirmation/directory.js';
import type { DeskAnswer } from '../desks/desk.js';
import { createCaller, type Caller, type CallerFacts } from '../contract/caller.js';
import { defineCapability, type Capability } from '../contract/capability.js';
import type { Bounds } from '../contract/bounds.js';
import type { Network, SideEffect } from '../contract/classification.js';
import { createExecutor, type Executor } from '../executor/executor.js';
import type { Host } from '../executor/host.js';
import type { Outcome } from '../executor/outcome.js';
import type { Proposal } from '../contract/proposal.js';
import { createRegistry } from '../registry/registry.js';
import { fakeClock, type FakeClock } from './fake-clock.js';

/** Bounds that no fixture comes near unless a test is about bounds. */
export const FIXTURE_BOUNDS: Bounds = Object.freeze({
  timeoutMs: 1_000,
  maxResultBytes: 65_536,
  maxPerTurn: 1_000,
});

/** What a fixture capability may differ in. */
export interface FixtureOptions {
  readonly name?: string;
  readonly version?: number;
  readonly sideEffect?: SideEffect;
  readonly network?: Network;
  readonly bounds?: Partial<Bounds>;
  readonly locked?: true;
  readonly failures?: readonly string[];
  /** What the handler does; answers `{ ok: true }` unless told otherwise. */
  readonly perform?: (args: unknown, powers: unknown, signal: AbortSignal) => unknown;
}

/** A capability for tests, which remembers what its handler was called with. */
export interface Fixture {
  readonly capability: Capability;
  /** The arguments of every call, in order. */
  readonly calls: readonly unknown[];
}

/**
 * Makes a capability that takes an optional `note` and an optional `count`, and
 * returns `{ ok: boolean }`: read-only and local unless told otherwise.
 */
export function fixtureCapability(options: FixtureOptions = {}): Fixture {
  const calls: unknown[] = [];
  const perform = options.perform ?? (() => ({ ok: true }));
  const capability = defineCapability({
    name: options.name ?? 'fixture.probe',
    version: options.version ?? 1,
    summary: 'Does nothing, and remembers that it did.',
    args: Type.Object({
      note: Type.Optional(Type.String({ maxLength: 65_536 })),
      count: Type.Optional(Type.Integer()),
    }),
    result: Type.Object({ ok: Type.Boolean() }),
    sideEffect: options.sideEffect ?? 'read_only',
    network: options.network ?? 'local',
    bounds: { ...FIXTURE_BOUNDS, ...options.bounds },
    locked: options.locked ?? false,
    failures: options.failures ?? [],
    perform: (args, powers, signal) => {
      calls.push(args);
      return perform(args, powers, signal) as { ok: boolean };
    },
  });
  return { capability, calls };
}

/** A host for tests: everything in memory, a clock that stands still, and two persons. */
export interface FixtureHost {
  readonly executor: Executor;
  readonly sink: MemorySink;
  readonly clock: FakeClock;
  /** What handlers, ports and stages threw. */
  readonly defects: readonly unknown[];
  /** Invokes the first capability, as `person:ada` and without arguments, unless told otherwise. */
  invoke(proposal: Partial<Proposal>, facts?: Partial<CallerFacts>): Promise<Outcome>;
  /** The terminal events so far, in order. */
  events(): readonly InvocationEvent[];
  /** Says yes to a pending proposal as the operator `olga`, having seen what is there. */
  approve(pendingId: string): Promise<DeskAnswer>;
  /** Says yes, and mints the token. */
  token(pendingId: string): Promise<string>;
  /** Invokes, says yes where that is asked for, and invokes again. */
  confirmed(proposal: Partial<Proposal>, facts?: Partial<CallerFacts>): Promise<Outcome>;
}

/** Makes a caller, `person:ada` as a user unless told otherwise. */
export function fixtureCaller(facts: Partial<CallerFacts> = {}): Caller {
  return createCaller({ principal: 'person:ada', origin: 'user', ...facts });
}

/** Builds a host for tests around these capabilities. Any part may be replaced. */
export function fixtureHost(
  capabilities: readonly Capability[],
  parts: Partial<Omit<Host, 'registry' | 'sink' | 'clock'>> & {
    readonly sink?: MemorySink;
    readonly clock?: FakeClock;
  } = {},
): FixtureHost {
  const defects: unknown[] = [];
  const clock = parts.clock ?? fakeClock();
  const sink = parts.sink ?? memorySink();
  const executor = createExecutor({
    directory: listedDirectory({
      persons: [
        { id: 'ada' },
        { id: 'bob' },
        { id: 'olga', operator: true },
        { id: 'zoe', active: false },
      ],
      minds: [{ id: 'muse' }, { id: 'shade', active: false }],
      hosts: ['fixture'],
    }),
    runner: inlineRunner(),
    defect: (thrown) => defects.push(thrown),
    ...parts,
    registry: createRegistry(capabilities),
    sink,
    clock,
  });
  const approve = async (pendingId: string): Promise<DeskAnswer> => {
    const pending = await executor.desk.find(pendingId);
    return executor.desk.decide({
      pending: pendingId,
      person: 'olga',
      seen: pending?.disclosure.digest ?? '',
      approve: true,
    });
  };
  const [first] = capabilities;
  const usual = {
    capability: first?.name ?? 'fixture.probe',
    version: first?.version ?? 1,
    args: {},
  };
  const host: FixtureHost = {
    executor,
    sink,
    clock,
    defects,
    invoke: (proposal, facts) => executor.invoke({ ...usual, ...proposal }, fixtureCaller(facts)),
    events: () =>
      sink.events().filter((event): event is InvocationEvent => event.kind === 'invocation'),
    approve,
    async token(pendingId) {
      const answer = await approve(pendingId);
      const token = answer.ok ? await executor.desk.token(pendingId) : undefined;
      if (token === undefined) throw new Error('the fixture could not approve');
      return token;
    },
    async confirmed(proposal, facts) {
      const asked = await host.invoke(proposal, facts);
      if (asked.outcome !== 'pending') return asked;
      return host.invoke({ ...proposal, confirmation: await host.token(asked.pending.id) }, facts);
    },
  };
  return host;
}
