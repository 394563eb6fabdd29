import type { AuditSink } from '../audit/sink.js';
import type { Runner } from '../bounds/runner.js';
import type { Capability } from '../contract/capability.js';
import type { Policy } from '../policy/policy.js';
import type { Powers } from '../powers/powers.js';
import type { Registry } from '../registry/registry.js';
import type { Clock } from '../store/clock.js';
import type { DecisionLog } from '../store/decision-log.js';
import type { DoorStore } from '../store/door-store.js';
import type { Directory } from '../confirmation/directory.js';
import { MAX_GRANT_MS } from '../grants/grant.js';
import type { Notifier } from './notifier.js';
import type { Observer } from './observer.js';

/** What an executor needs from the program around it. */
export interface Host {
  readonly registry: Registry;
  readonly directory: Directory;
  /** Runs handlers; `inlineRunner()` in tests and scripts. */
  readonly runner: Runner;
  /** Where audit events go; in memory unless given. */
  readonly sink?: AuditSink;
  /** What the door remembers; in memory unless given. */
  readonly store?: DoorStore;
  /** What persons decided, with arguments; in memory unless given. */
  readonly decisions?: DecisionLog;
  /** The rules that the store keeps, unless given; then they cannot be changed through this door. */
  readonly policy?: Policy;
  /** The household's time zone, for the hours of rules; an IANA name, the machine's own unless given. */
  readonly timeZone?: string;
  /** Lets a grant that a named person gave answer also what the confirmation table asks. Off unless true. */
  readonly grantsMayConfirm?: boolean;
  /** Told that something waits for a person. */
  readonly notifier?: Notifier;
  /** Handed what a completed invocation brought, with how far it may be believed. */
  readonly observer?: Observer;
  /** Lends a handler exactly the powers its contract names; called once per capability. */
  readonly lend?: (capability: Capability) => Partial<Powers>;
  /** The device's configuration as `admit` sees it, read fresh for each invocation. */
  readonly settings?: () => unknown;
  /** Told what handlers, ports and stages threw. Nothing of it goes anywhere else. */
  readonly defect?: (thrown: unknown, where: string) => void;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
}

/** The numbers of the confirmation model; each has a default and a most. */
export interface Limits {
  /** How long a proposal waits for a person. */
  readonly pendingTtlMs: number;
  /** How long an approval may be used. */
  readonly approvalTtlMs: number;
  /** How long a token may be used. */
  readonly tokenTtlMs: number;
  /** How many open proposals one principal may have. */
  readonly maxPending: number;
  /** How large arguments a person can be asked to read may be, as canonical JSON in UTF-8. */
  readonly maxConfirmableBytes: number;
  /** How long an approval for a time lasts unless the person says otherwise. */
  readonly approvalGrantMs: number;
  /** How long a capability request waits for a person. */
  readonly requestTtlMs: number;
  /** How many open capability requests one principal may have: the attention budget. */
  readonly maxRequests: number;
  /** How long the door waits for an answer of its store, sink, directory or decision log, in milliseconds. */
  readonly portMs: number;
}

interface Range {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

/** Source: decisions «Disclosure» and «Pending → decision → token». */
export const LIMITS = Object.freeze({
  pendingTtlMs: { least: 1_000, usual: 900_000, most: 86_400_000 },
  approvalTtlMs: { least: 1_000, usual: 900_000, most: 86_400_000 },
  tokenTtlMs: { least: 30_000, usual: 120_000, most: 900_000 },
  maxPending: { least: 1, usual: 20, most: 1_000 },
  maxConfirmableBytes: { least: 256, usual: 8_192, most: 65_536 },
  approvalGrantMs: { least: 60_000, usual: 3_600_000, most: MAX_GRANT_MS },
  requestTtlMs: { least: 1_000, usual: 86_400_000, most: MAX_GRANT_MS },
  maxRequests: { least: 1, usual: 5, most: 100 },
  portMs: { least: 10, usual: 30_000, most: 600_000 },
}) satisfies Record<keyof Limits, Range>;
