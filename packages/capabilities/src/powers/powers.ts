/**
 * The only ways out of a handler. A host lends a handler exactly the powers its
 * contract names; what is not named is absent, in the type and at run time.
 */
export interface Powers {
  /** Any public host, through a client that refuses private addresses. Makes a capability external. */
  readonly web: WebPower;
  /** The services an operator configured, by the contract's own names for them. */
  readonly origin: Readonly<Record<string, OriginPower>>;
  /** The programs a contract names, without a shell. */
  readonly command: CommandPower;
  /** The secrets a contract names. */
  readonly secret: SecretPower;
  /** The sections of the device's configuration that a contract names. */
  readonly settings: SettingsPower;
  /** The files a contract names, to read. */
  readonly file: FilePower;
  readonly clock: ClockPower;
  readonly log: LogPower;
}

/** The name of a power, as a contract writes it. */
export type PowerName = keyof Powers;

/** Every power there is, in the order they are documented. */
export const POWER_NAMES = Object.freeze([
  'web',
  'origin',
  'command',
  'secret',
  'settings',
  'file',
  'clock',
  'log',
] as const) satisfies readonly PowerName[];

/** The powers that reach beyond the device: a contract that names one is `external`. */
export type ExternalPower = 'web';

/** As {@link ExternalPower}, for checking at run time. */
export const EXTERNAL_POWERS: ReadonlySet<PowerName> = new Set<ExternalPower>(['web']);

/** Every power that takes time heeds a signal: an aborted wish rejects, and nothing is waited for. */
export interface PowerOptions {
  readonly signal?: AbortSignal;
}

/** Reads pages of public hosts. */
export interface WebPower {
  /**
   * Fetches one page as text. Nothing is sent to an address that is not public, and no redirect
   * leads to another host. An answer of any status is a page; what it says is the handler's to judge.
   *
   * A body of more than `maxBytes`, unpacked, is `too_large`, unless it may be `cut` there. That is
   * 1 MiB unless stated, and never more than 16 MiB.
   *
   * @throws PowerError — by the rule that was broken: a private address, another host, a spent bound.
   */
  get(
    url: string,
    options?: PowerOptions & { readonly maxBytes?: number; readonly cut?: boolean },
  ): Promise<WebPage>;
}

/** What a fetch brought back, already within its bounds. */
export interface WebPage {
  /** Where it was found, after redirects, without fragment. */
  readonly url: string;
  readonly status: number;
  /** The media type alone, in lower case: `text/html`. */
  readonly contentType: string;
  readonly text: string;
  /** Whether the text was cut at `maxBytes`. */
  readonly truncated: boolean;
}

/** A query of an address, by name. */
export type OriginQuery = Readonly<Record<string, string | number | boolean>>;

/** Speaks to one configured service, under the paths below its address and nowhere else. */
export interface OriginPower {
  /** Reads. @throws PowerError — by the rule that was broken. */
  get(
    path: string,
    options?: PowerOptions & { readonly query?: OriginQuery; readonly maxBytes?: number },
  ): Promise<OriginAnswer>;
  /** Changes something; a `read_only` capability may not. @throws PowerError — by the rule that was broken. */
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: PowerOptions & {
      readonly query?: OriginQuery;
      /** Sent as JSON. */
      readonly json?: unknown;
      readonly maxBytes?: number;
    },
  ): Promise<OriginAnswer>;
}

/** What a service answered, whatever its status. */
export interface OriginAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Runs the programs that the contract names, each with arguments that fit its own description. */
export interface CommandPower {
  /** Fills the places of a program's arguments by name. @throws PowerError — by the rule that was broken. */
  run(
    program: string,
    values?: Readonly<Record<string, string | number | readonly string[]>>,
    options?: PowerOptions,
  ): Promise<CommandOutput>;
}

/** What a program said. */
export interface CommandOutput {
  readonly exitCode: number;
  /** Its output as UTF-8 text. */
  readonly stdout: string;
  /** Whether the output was cut, where its description lets it be. */
  readonly truncated: boolean;
}

/** Hands out secrets by exact name. */
export interface SecretPower {
  read(name: string): Promise<string>;
}

/** Hands out sections of the device's configuration by exact name. */
export interface SettingsPower {
  /**
   * The section as it is now: plain JSON, frozen, and the handler's to check.
   *
   * @throws PowerError — `not_declared`, `not_found` where there is no such section, `unavailable`
   *   where it cannot be read.
   */
  read(name: string): Promise<unknown>;
}

/** Reads what lies under the roots of the contract, and nothing else. */
export interface FilePower {
  /**
   * Reads a whole file as UTF-8 text.
   *
   * @throws PowerError — `not_declared` outside the roots, `not_found`,
   *   `too_large` above `maxBytes` (1 MiB unless stated), `unavailable` otherwise.
   */
  readText(path: string, options?: { readonly maxBytes?: number }): Promise<string>;
  /** Names what a folder holds, sorted. @throws PowerError — as for `readText`. */
  list(path: string): Promise<readonly string[]>;
  /**
   * Tells how large the volume at a mount point of this device is; nothing of what is stored on it.
   * Anything that is not a mount point is `not_found`, and one that another machine or program serves
   * is `unavailable`.
   */
  volume(mountPoint: string): Promise<Volume>;
}

/** The size of a volume, in bytes. */
export interface Volume {
  readonly totalBytes: number;
  /** Free to anybody, the superuser included. */
  readonly freeBytes: number;
  /** Free to ordinary users. */
  readonly availableBytes: number;
}

/** Tells the time. */
export interface ClockPower {
  /** Milliseconds since 1970-01-01T00:00Z. */
  now(): number;
}

/** Notes words and numbers, never text: what a handler saw stays with its result. */
export interface LogPower {
  note(word: string, facts?: Readonly<Record<string, number | boolean>>): void;
}
