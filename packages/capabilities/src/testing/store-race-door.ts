import { memorySink } from '../audit/memory-sink.js';
import { inlineRunner } from '../bounds/inline-runner.js';
import { listedDirectory } from '../confirmation/directory.js';
import { createCaller, type Caller } from '../contract/caller.js';
import { createExecutor, type Executor } from '../executor/executor.js';
import { createRegistry } from '../registry/registry.js';
import { fixtureCapability } from './fixture-host.js';
import { drawOne, type Draw } from './store-race-draw.js';
import {
  reportsOf,
  type RaceGrant,
  type RaceReport,
  type RaceScene,
  type RaceSize,
  type RaceStores,
} from './store-race-reports.js';

/** How long an attempt at the door may take. */
export const RACE_TIMEOUT_MS = 100;

const BOUNDS = { timeoutMs: RACE_TIMEOUT_MS, maxResultBytes: 1_000, maxPerTurn: 1_000_000 };
const TOUCH = { capability: 'race.touch', version: 1 } as const;
const READ = { capability: 'race.read', version: 1 } as const;

/** What is raced for through the door. */
export type DoorScene = Omit<RaceScene, 'steps'>;

const person = (): Caller => createCaller({ principal: 'person:ada', origin: 'user' });
const mind = (): Caller =>
  createCaller({ principal: 'mind:muse', origin: 'scheduler', mayAsk: false });

/** Puts and approves proposals, and gives grants, through the door. */
export async function prepareDoor(stores: RaceStores, size: RaceSize): Promise<DoorScene> {
  const executor = raceDoor(stores, () => undefined);
  await executor.policies.replace({
    person: 'olga',
    rules: [{ id: 'ask', scope: 'global', capability: 'race.read', effect: 'ask' }],
  });
  const proposals: string[] = [];
  for (let count = 0; count < size.proposals; count += 1)
    proposals.push(await approved(executor, count));
  const grants: RaceGrant[] = [];
  for (let count = 0; count < size.grants; count += 1)
    grants.push({ id: await given(executor, count, size.uses), uses: size.uses });
  return { proposals, grants };
}

async function approved(executor: Executor, count: number): Promise<string> {
  const asked = await executor.invoke({ ...TOUCH, args: { count } }, person());
  if (asked.outcome !== 'pending') throw new Error(`a proposal came to «${asked.outcome}»`);
  const { id, disclosure } = asked.pending;
  const decision = { pending: id, person: 'olga', seen: disclosure.digest, approve: true } as const;
  const decided = await executor.desk.decide(decision);
  if (!decided.ok) throw new Error(`an approval came to «${decided.code}»`);
  return id;
}

async function given(executor: Executor, count: number, uses: number): Promise<string> {
  const grant = await executor.grants.give({
    person: 'olga',
    holder: 'mind:muse',
    scope: { capability: 'race.read@1', args: { count }, access: 'read' },
    lastsMs: 3_600_000,
    uses,
  });
  if (!grant.ok) throw new Error(`a grant came to «${grant.code}»`);
  return grant.grant.id;
}

/** Redeems one approval or uses one grant, each as often as the other, and reports what came of it. */
export async function attemptAtDoor(
  executor: Executor,
  { proposals, grants }: DoorScene,
  { draw, report }: { readonly draw: Draw; readonly report: (report: RaceReport) => void },
): Promise<void> {
  const count = draw(Math.max(1, grants.length));
  const grant = draw(2) === 0 ? grants[count] : undefined;
  const pending = drawOne(draw, proposals) ?? '';
  const outcome =
    grant === undefined
      ? await executor.resume(pending)
      : await executor.invoke({ ...READ, args: { count } }, mind());
  const of = grant?.id ?? pending;
  if (outcome !== undefined)
    report({ is: 'answered', of, outcome: outcome.outcome, event: outcome.event });
}

/** Names what is wrong with what ran through the door. */
export async function judgeDoor(
  { store }: RaceStores,
  scene: DoorScene,
  reports: readonly RaceReport[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  const ran = reportsOf(reports, 'ran');
  const timesOf = (of: string): number => ran.filter((one) => one.of === of).length;
  for (const id of scene.proposals) {
    const times = timesOf(id);
    const state = (await store.findPending(id))?.state;
    if (times > 1) violations.push(`proposal ${id} ran ${times} times`);
    if (times > 0 && state !== 'spent') violations.push(`proposal ${id} ran and is ${state}`);
  }
  for (const { id, uses } of scene.grants) {
    const times = timesOf(id);
    const used = (await store.findGrant(id))?.used ?? Infinity;
    if (times > uses) violations.push(`grant ${id} was used ${times} times of ${uses}`);
    if (times > used || used > uses)
      violations.push(`grant ${id} counts ${used} uses, ${times} ran`);
  }
  const begun = new Set(ran.map(({ invocation }) => invocation));
  for (const { of, event, outcome } of reportsOf(reports, 'answered'))
    if (outcome === 'completed' && !begun.has(event))
      violations.push(`attempt ${event} on ${of} completed and did not run`);
  return violations;
}

/** Makes the door of one racing process. What runs there is reported, with what it runs for. */
export function raceDoor(
  { store, sink = memorySink() }: RaceStores,
  report: (report: RaceReport) => void,
): Executor {
  const running = new Map<string, string>();
  const perform = (): { ok: true } => ({ ok: true });
  const touch = { name: 'race.touch', sideEffect: 'mutating', bounds: BOUNDS, perform } as const;
  const capabilities = [touch, { name: 'race.read', bounds: BOUNDS, perform }];
  const inner = inlineRunner();
  return createExecutor({
    registry: createRegistry(capabilities.map((one) => fixtureCapability(one).capability)),
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
}
