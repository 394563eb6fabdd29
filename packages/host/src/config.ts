import type {
  AuditSink,
  Capability,
  DecisionLog,
  DirectoryList,
  DoorStore,
  Limits,
  Notifier,
  Observer,
  Policy,
  Powers,
  Runner,
} from '@sovereign/capabilities';
import type { PostgresOptions } from '@sovereign/adapter-sql';
import type {
  NodeWebPowerOptions,
  OriginSource,
  Program,
  SecretPlaces,
} from '@sovereign/capabilities/node';

/** What a program says of the host it wants. One object; every default is the safe one. */
export interface HostConfig {
  /** Everything this host can do, fixed at start. */
  readonly capabilities: readonly Capability[];
  /** Whom this host knows: the persons who may ask and decide, the minds, the hosts. */
  readonly directory: DirectoryList;
  /**
   * Where the audit chain is kept: a JSONL file, the `database`, memory, which is gone with the
   * process, or a sink of your own.
   */
  readonly audit: { readonly file: string } | { readonly sink: AuditSink } | 'database' | 'memory';
  /**
   * Where everything that the door remembers is kept, decisions too: a SQLite file, made for its owner
   * alone, or a PostgreSQL server that several hosts may share. Without it, `store` and `decisions`.
   */
  readonly database?: { readonly sqlite: string } | { readonly postgres: PostgresOptions };
  /** What the door remembers; in memory unless given. */
  readonly store?: DoorStore;
  /** What persons decided, with arguments; in memory unless given. */
  readonly decisions?: DecisionLog;
  /** The rules that the store keeps, unless given; then they cannot be changed while the host runs. */
  readonly policy?: Policy;
  /** The household's time zone, for the hours of rules: an IANA name, the machine's own unless given. */
  readonly timeZone?: string;
  /** Lets grants answer also what the confirmation table asks. Off unless true; that it is on is said and audited. */
  readonly grantsMayConfirm?: boolean;
  /** Told that something waits for a person. */
  readonly notifier?: Notifier;
  /** Handed what completed invocations brought, with how far it may be believed. */
  readonly observer?: Observer;
  /** False for a host that only looks: it ends nothing that time has ended. */
  readonly sweeps?: boolean;
  /**
   * Runs handlers. `process` unless given: warm processes without rights. `thread` can end what runs and
   * keeps it from nothing; `inline` is this very process, for tests and scripts. Or a runner of your own.
   */
  readonly runner?: 'process' | 'thread' | 'inline' | Runner;
  /**
   * `required` starts only if something keeps handlers from network, files and
   * signals. `best-effort` starts without; that it does is said and audited.
   */
  readonly isolation?: 'required' | 'best-effort';
  /** The programs that contracts may name: where each lies, and every argument it can get. */
  readonly programs?: readonly Program[];
  /** The services behind contracts' names for them: each at exactly one address. */
  readonly origins?: Readonly<Record<string, OriginSource>>;
  /** Where secrets are kept. None is there unless stated. */
  readonly secrets?: SecretPlaces;
  /** Which ports of public hosts may be asked, and for how long. */
  readonly web?: NodeWebPowerOptions;
  /** Powers of your own; each overrides the host's. */
  readonly lend?: (capability: Capability) => Partial<Powers>;
  /**
   * The device's configuration by sections, read fresh each time: `admit` sees all of it, a handler the
   * sections that its contract names. No secret belongs in it.
   */
  readonly settings?: () => unknown;
  /** Told of the words and numbers that handlers note. */
  readonly log?: (
    capability: string,
    word: string,
    facts: Readonly<Record<string, number | boolean>>,
  ) => void;
  /** Told what handlers, ports and stages threw. Nothing of it goes anywhere else. */
  readonly defect?: (thrown: unknown, where: string) => void;
  readonly limits?: Partial<Limits>;
}

/** Every key a configuration may have. Any other is refused. */
export const CONFIG_KEYS: ReadonlySet<string> = new Set<keyof HostConfig>([
  'capabilities',
  'directory',
  'audit',
  'database',
  'store',
  'decisions',
  'policy',
  'timeZone',
  'grantsMayConfirm',
  'notifier',
  'observer',
  'sweeps',
  'runner',
  'isolation',
  'programs',
  'origins',
  'secrets',
  'web',
  'lend',
  'settings',
  'log',
  'defect',
  'limits',
]);
