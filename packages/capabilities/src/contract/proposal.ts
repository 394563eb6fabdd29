/**
 * Someone's wish to perform a capability: all that a model, client, file or plan may supply.
 *
 * Data, never trusted. The type helps whoever writes one by hand; the executor
 * checks every part of it again, whatever it was declared to be.
 */
export interface Proposal {
  /** The exact name. */
  readonly capability: string;
  /** The exact version. */
  readonly version: number;
  readonly args: unknown;
  /** The target the proposer believes it acts on; refused when the arguments say otherwise. */
  readonly target?: string;
  /** The bearer token of a person's yes to this very proposal. */
  readonly confirmation?: string;
}
