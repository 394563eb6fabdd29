import type { AuditSink } from '../audit/sink.js';
import { verifyChain } from '../audit/verify.js';
import { inlineRunner } from '../bounds/inline-runner.js';
import { listedDirectory } from '../confirmation/directory.js';
import { createCaller, type Caller } from '../contract/caller.js';
import { createExecutor, type Executor } from '../executor/executor.js';
import type { Outcome } from '../executor/outcome.js';
import { createRegistry } from '../registry/registry.js';
import type { DoorStore } from '../store/door-store.js';
import { fixtureCapability } from './fixture-host.js';

/** What several processes race over: one store, and the sink of its audit. */
export interface RaceStores {
  readonly store: DoorStore;
  readonly sink: AuditSink;
}

/** How much there is to race for. */
export interface RaceSize {
  /** Approved proposals, each of which may run once. */
  readonly proposals: number;
  /** Counted grants. */
  readonly grants: number;
  /** How often each may be used. */
  readonly uses: number;
}

/** What there is to race for; plain JSON, to be handed to every process. */
export interface RaceScene {
  /** The ids of the approved proposals. */
  readonly proposals: readonly string[];
  readonly grants: readonly { readonly id: string; readonly uses: number }[];
}

/**
 * What a racing process tells, as it happens; plain JSON. Written before the next step is taken, so
 * that a process which is killed leaves what it knew.
 */
export type RaceReport =
  | { readonly is: 'ran'; readonly of: string; readonly invocation: string }
  | {
      readonly is: 'answered';
      readonly of: string;
      readonly outcome: Outcome['outcome'];
      readonly event: string;
    };

/** How one process races. */
export interface RaceOptions {
  /** Another one makes another order. */
  readonly seed: number;
  readonly attempts: number;
  /** Keeps a report where a killed process cannot lose it. */
  readonly report: (report: RaceReport) => void;
}

/** How long after the last attempt what was begun and lost can be closed. */
export const RACE_OVERDUE_MS = 2 * 100 + 5_000;

const BOUNDS = { timeoutMs: 100, maxResultBytes: 1_000, maxPerTurn: 1_000_000 } as const;

/** Fills a store that holds nothing yet with what there is to race for. */
export async function prepareRace(stores: RaceStores, size: RaceSize): Promise<RaceScene> {
  const { executor } = doorOn(stores, () => undefined);
  await executor.policies.replace({
    person: 'olga',
    rules: [{ id: 'ask', scope: 'global', capability: 'race.read', effect: 'ask' }],
  });
  const proposals: string[] = [];
  for (let count = 0; count < size.proposals; count += 1) {
    const asked = await executor.invoke({ ...TOUCH, args: { count } }, person());
    if (asked.outcome !== 'pending') throw new Error(`a proposal came to «${asked.outcome}»`);
    const { id, disclosure } = asked.pending;
    const decided = await executor.desk.decide({
      pending: id,
      person: 'olga',
      seen: disclosure.digest,
      approve: true,
    });
    if (!decided.ok) throw new Error(`an approval came to «${decided.code}»`);
    proposals.push(id);
  }
  const grants: { id: string; uses: number }[] = [];
  for (let count = 0; count < size.grants; count += 1) {
    const given = await executor.grants.give({
      person: 'olga',
      holder: 'mind:muse',
      scope: { capability: 'race.read@1', args: { count }, access: 'read' },
      lastsMs: 3_600_000,
      uses: size.uses,
    });
    if (!given.ok) throw new Error(`a grant came to «${given.code}»`);
    grants.push({ id: given.grant.id, uses: size.uses });
  }
  return { proposals, grants };
}

/** Runs in each racing process: redeems approvals and uses grants, in an order of its own. */
export async function runRace(
  stores: RaceStores,
  scene: RaceScene,
  { seed, attempts, report }: RaceOptions,
): Promise<void> {
  const { executor } = doorOn(stores, report);
  const draw = drawing(seed);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const number = draw(scene.proposals.length + scene.grants.length);
    const pending = scene.proposals[number];
    const count = number - scene.proposals.length;
    const of = pending ?? scene.grants[count]?.id ?? '';
    const outcome =
      pending === undefined
        ? await executor.invoke({ ...READ, args: { count } }, mind())
        : await executor.resume(pending);
    if (outcome !== undefined)
      report({ is: 'answered', of, outcome: outcome.outcome, event: outcome.event });
  }
}

/**
 * Judges a race that is over, from what all processes reported and from what the stores hold: every
 * violation in words, none where all held. Call it {@link RACE_OVERDUE_MS} after the last attempt.
 */
export async function judgeRace(
  stores: RaceStores,
  scene: RaceScene,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const { executor } = doorOn(stores, () => undefined);
  await executor.sweep();
  const violations: string[] = [];
  const expect = (holds: boolean, otherwise: string): void => {
    if (!holds) violations.push(otherwise);
  };
  const ran = reports.filter((one) => one.is === 'ran');
  const answered = reports.filter((one) => one.is === 'answered');
  const timesOf = (of: string): number => ran.filter((one) => one.of === of).length;

  for (const id of scene.proposals) {
    const times = timesOf(id);
    expect(times <= 1, `proposal ${id} ran ${times} times`);
    const state = (await stores.store.findPending(id))?.state;
    expect(times === 0 || state === 'spent', `proposal ${id} ran and is ${state}`);
  }
  for (const { id, uses } of scene.grants) {
    const times = timesOf(id);
    const used = (await stores.store.findGrant(id))?.used ?? Infinity;
    expect(times <= uses, `grant ${id} was used ${times} times of ${uses}`);
    expect(times <= used && used <= uses, `grant ${id} counts ${used} uses, ${times} ran`);
  }

  const terminal = new Map<string, number>();
  for await (const { id } of stores.sink.read({ kinds: ['invocation'] }))
    terminal.set(id, (terminal.get(id) ?? 0) + 1);
  const known = new Set([
    ...ran.map(({ invocation }) => invocation),
    ...answered.map(({ event }) => event),
  ]);
  for (const id of known)
    expect(terminal.get(id) === 1, `attempt ${id} has ${terminal.get(id) ?? 0} terminal events`);
  for (const { of, event, outcome } of answered)
    expect(
      outcome !== 'completed' || ran.some(({ invocation }) => invocation === event),
      `attempt ${event} on ${of} completed and did not run`,
    );
  expect((await stores.store.overdue()).length === 0, 'something was begun and never closed');
  const { ok, faults } = await verifyChain(stores.sink.read());
  expect(ok, `the audit does not verify: ${faults[0]?.kind ?? ''}`);
  return violations;
}

const TOUCH = { capability: 'race.touch', version: 1 } as const;
const READ = { capability: 'race.read', version: 1 } as const;

const person = (): Caller => createCaller({ principal: 'person:ada', origin: 'user' });
const mind = (): Caller =>
  createCaller({ principal: 'mind:muse', origin: 'scheduler', mayAsk: false });

/** The door of one racing process. Its handlers report that they ran, and for which of the prizes. */
function doorOn(
  { store, sink }: RaceStores,
  report: (report: RaceReport) => void,
): { readonly executor: Executor } {
  const running = new Map<string, string>();
  const ran = (_args: unknown, _powers: unknown, _signal: AbortSignal): { ok: true } => ({
    ok: true,
  });
  const touch = fixtureCapability({
    name: 'race.touch',
    sideEffect: 'mutating',
    bounds: BOUNDS,
    perform: ran,
  });
  const read = fixtureCapability({ name: 'race.read', bounds: BOUNDS, perform: ran });
  const inner = inlineRunner();
  const executor = createExecutor({
    registry: createRegistry([touch.capability, read.capability]),
    directory: listedDirectory({
      persons: [{ id: 'ada' }, { id: 'olga', operator: true }],
      minds: [{ id: 'muse' }],
    }),
    runner: {
      ...inner,
      run(task) {
        const of = running.get(task.invocation.id);
        if (of !== undefined) report({ is: 'ran', of, invocation: task.invocation.id });
        return inner.run(task);
      },
    },
    store: {
      ...store,
      // What an attempt claims says what it runs for.
      async begin(intent) {
        const of =
          intent.grant ?? (intent.tokenHash && (await store.findByToken(intent.tokenHash))?.id);
        if (of !== undefined) running.set(intent.id, of);
        return store.begin(intent);
      },
    },
    sink,
    limits: { maxPending: 1_000, approvalTtlMs: 86_400_000 },
  });
  return { executor };
}

/** Numbers below `most` in an order that the seed makes (xorshift32). */
function drawing(seed: number): (most: number) => number {
  let state = seed | 1;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}
