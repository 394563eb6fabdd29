/** The options that every command takes, wherever they stand on the command line. */
export interface Options {
  /** An ES module whose default export is a HostConfig, or a function that returns one. */
  readonly config?: string;
  /** The folder of what the host keeps. */
  readonly data?: string;
  /** One JSON document on stdout, and nothing else there. */
  readonly json?: boolean;
  /** False with `--no-input`: nobody is asked anything. */
  readonly input: boolean;
  /** False with `--no-color`. */
  readonly color: boolean;
  readonly quiet?: boolean;
  /** `person:<id>`: for whom this is asked, and who decides. */
  readonly as?: string;
  /** Attempts with the same turn share the count of `maxPerTurn`. */
  readonly turn?: string;
  /** Idempotency key. */
  readonly key?: string;
}

/** What a proposal is made of, on the command line. */
export interface ProposalOptions extends Options {
  /** `name@version`. */
  readonly capability: string;
  /** The arguments as JSON, or `-` for stdin. */
  readonly args?: string;
  readonly argsFile?: string;
}
