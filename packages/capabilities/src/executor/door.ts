import { memorySink } from '../audit/memory-sink.js';
import type { AuditSink } from '../audit/sink.js';
import type { AuditEvent, EventDraft } from '../audit/event.js';
import type { Directory } from '../confirmation/directory.js';
import { createDeadlines } from '../bounds/deadlines.js';
import type { Runner } from '../bounds/runner.js';
import type { Capability } from '../contract/capability.js';
import { ContractError } from '../contract/contract-error.js';
import { ownCopy } from '../internal/own.js';
import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { isWhole } from '../internal/whole.js';
import { isThenable, type Awaitable } from '../internal/awaitable.js';
import { defaultPolicy, type Policy } from '../policy/policy.js';
import { isRulePolicy, type RulePolicy } from '../policy/rules-policy.js';
import { storedPolicy } from './stored-policy.js';
import type { Powers } from '../powers/powers.js';
import type { Registry } from '../registry/registry.js';
import { systemClock, type Clock } from '../store/clock.js';
import { memoryDecisionLog, type DecisionLog } from '../store/decision-log.js';
import type { DoorStore } from '../store/door-store.js';
import type { Settled } from '../store/intent-steps.js';
import { memoryStore } from '../store/memory-store.js';
import { createTeller, type Teller } from './events.js';
import { LIMITS, type Host, type Limits } from './host.js';
import type { Notifier } from './notifier.js';
import type { Observer } from './observer.js';
import type { Observed } from './pipeline.js';
import { patient } from './patient.js';
import { createTurnCounts, type TurnCounts } from './turn-counts.js';

/** What the stages work with: the host with nothing left open, and what the door keeps while it runs. */
export interface Door extends Observed {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly runner: Runner;
  readonly sink: AuditSink;
  readonly store: DoorStore;
  readonly decisions: DecisionLog;
  readonly policy: Policy;
  /** Whether the rules are the store's own, so that `begin` can tell whether they changed. */
  readonly keepsRules: boolean;
  /** The rules in force; undefined where something else rules. */
  rulesInForce(): RulePolicy | undefined;
  /** Whether a grant may answer what the table asks. */
  readonly grantsMayConfirm: boolean;
  readonly notifier: Notifier | undefined;
  readonly observer: Observer | undefined;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly settings: () => unknown;
  readonly turns: TurnCounts;
  readonly teller: Teller;
  /** The powers of one capability, lent once and kept. */
  lent(capability: Capability): Partial<Powers>;
  /** Appends, and remembers whether it could. */
  record(draft: EventDraft): Awaitable<boolean>;
  /** Appends, and gives the event that is on record: of an attempt, the first one. Undefined where it could not. */
  append(draft: EventDraft): Promise<AuditEvent | undefined>;
  /** Whether store and sink are one database, so that `endOnRecord` serves. */
  readonly endsOnRecord: boolean;
  /** Settles an intent and appends its event in one step; false where somebody closed it before, undefined where neither could be written. */
  endOnRecord(draft: EventDraft, settled: Settled): Promise<boolean | undefined>;
  /** False from a failed write until one succeeds, and once the door is closed. */
  auditable(): boolean;
  /** The policy, limits and runner in force. */
  describe(): JsonObject;
  /** An event could not even be written down: nothing executes until one is. */
  unrecorded(thrown: unknown): void;
  /** Counts an attempt in, and out again when its answer is made. */
  enter(): void;
  leave(): void;
  /** Lets nothing more through to stage 5, and waits for the attempts that are under way: each is bounded. */
  close(): Promise<void>;
}

/**
 * Closes every open question of a host.
 *
 * @throws ContractError — when a limit is out of range or a power that a contract names is not lent.
 */
export function createDoor(stated: Host): Door {
  const host = ownCopy(stated) as unknown as Host; // INVARIANT: a copy of a Host, without what it inherits
  const defect = quietly(host.defect);
  const limits = readLimits(host.limits ?? {});
  const deadlines = createDeadlines();
  const waitFor = <Port extends object>(port: Port, name: string): Port =>
    patient(port, name, limits.portMs, deadlines);
  const sink = waitFor(host.sink ?? memorySink(), 'sink');
  const clock = host.clock ?? systemClock;
  const store = waitFor(host.store ?? memoryStore({ clock }), 'store');
  const teller = createTeller(defect);
  const powers = new Map(host.registry.capabilities.map((one) => [one, lend(one, host)]));
  const stored =
    host.policy === undefined ? storedPolicy(store, { clock, timeZone: host.timeZone }) : undefined;
  const policy = host.policy ?? stored ?? defaultPolicy;
  let writable = true;
  let open = true;
  let inside = 0;
  let empty: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  function unwritten(thrown: unknown, { id }: EventDraft): void {
    writable = false;
    defect(thrown, 'audit');
    teller.tell('audit-failed', () => ({ invocation: id }));
  }

  function record(draft: EventDraft): Awaitable<boolean> {
    const failed = (thrown: unknown): boolean => {
      unwritten(thrown, draft);
      return false;
    };
    const written = (): boolean => (writable = true);
    try {
      const appended = sink.append(draft);
      return isThenable(appended) ? Promise.resolve(appended).then(written, failed) : written();
    } catch (thrown) {
      return failed(thrown);
    }
  }

  return Object.freeze<Door>({
    registry: host.registry,
    directory: waitFor(host.directory, 'directory'),
    runner: host.runner,
    sink,
    store,
    decisions: waitFor(host.decisions ?? memoryDecisionLog(), 'decisions'),
    policy,
    keepsRules: stored !== undefined,
    rulesInForce: () => stored?.inForce ?? (isRulePolicy(policy) ? policy : undefined),
    grantsMayConfirm: host.grantsMayConfirm === true,
    notifier: host.notifier,
    observer: host.observer,
    clock,
    limits,
    settings: host.settings ?? (() => undefined),
    turns: createTurnCounts(store),
    teller,
    defect,
    passed: (stage, known) =>
      teller.tell('stage-passed', () => ({
        invocation: (known as { readonly id: string }).id,
        stage,
      })),
    lent: (capability) => powers.get(capability) ?? NO_POWERS,
    record,
    async append(draft) {
      try {
        const event = await sink.append(draft);
        writable = true;
        return event;
      } catch (thrown) {
        unwritten(thrown, draft);
        return undefined;
      }
    },
    endsOnRecord: store.sink !== undefined && store.sink === host.sink,
    async endOnRecord(draft, settled) {
      try {
        const ended = await store.end(draft.id, settled, draft);
        writable = true;
        return ended;
      } catch (thrown) {
        unwritten(thrown, draft);
        return undefined;
      }
    },
    auditable: () => writable && open,
    describe: () =>
      deepFreeze({
        policy: policy.describe(),
        grants_may_confirm: host.grantsMayConfirm === true,
        limits: { ...limits },
        runner: { kind: host.runner.kind, ...host.runner.isolation },
      }),
    enter() {
      inside += 1;
    },
    leave() {
      inside -= 1;
      if (inside === 0) empty?.();
    },
    close() {
      open = false;
      closing ??=
        inside === 0 ? Promise.resolve() : new Promise<void>((resolve) => (empty = resolve));
      return closing;
    },
    unrecorded(thrown) {
      writable = false;
      defect(thrown, 'audit');
    },
  });
}

const NO_POWERS: Partial<Powers> = Object.freeze({});

/** Lends exactly what is named: a power too few stops the program, a power too many is dropped. */
function lend(capability: Capability, host: Host): Partial<Powers> {
  if (capability.powers.length === 0 || capability.locked) return NO_POWERS;
  const offered = host.lend?.(capability) ?? NO_POWERS;
  const lent: Record<string, unknown> = {};
  for (const name of capability.powers) {
    if (offered[name] === undefined)
      throw new ContractError(capability.id, `this host does not lend the power \`${name}\``);
    lent[name] = offered[name];
  }
  return Object.freeze(lent) as Partial<Powers>;
}

function readLimits(stated: Partial<Limits>): Limits {
  const unknown = Object.keys(stated).find((name) => !Object.hasOwn(LIMITS, name));
  if (unknown !== undefined)
    throw new ContractError('host', `\`limits\` has an unknown key \`${unknown}\``);
  const limits = Object.entries(LIMITS).map(([name, { least, usual, most }]) => {
    const value = stated[name as keyof Limits] ?? usual;
    if (!isWhole(value, least, most))
      throw new ContractError(
        'host',
        `\`limits.${name}\` is not a whole number from ${least} to ${most}`,
      );
    return [name, value] as const;
  });
  return Object.freeze(Object.fromEntries(limits)) as unknown as Limits;
}

/** A hook that throws must not become the fault of whoever is being served. */
function quietly(hook: Host['defect']): (thrown: unknown, where: string) => void {
  return (thrown, where) => {
    try {
      hook?.(thrown, where);
    } catch {
      // There is nowhere left to report it.
    }
  };
}
