import type { PowerName } from '../powers/powers.js';
import type { Bounds } from './bounds.js';
import type {
  Confirmation,
  Effect,
  Network,
  SideEffect,
  TargetKind,
  Trust,
} from './classification.js';
import type { AcceptedSchema } from './schema/accept-schema.js';

/** A contract the library has accepted: frozen, compiled, classified. Holds nothing that can be called to act. */
export interface Capability<out Args = unknown, out Result = unknown, out Powered = unknown> {
  /** Types only; never present at run time. */
  readonly '~types'?: { readonly args: Args; readonly result: Result; readonly lent: Powered };
  readonly id: `${string}@${number}`;
  readonly name: string;
  readonly version: number;
  readonly summary: string;
  readonly args: AcceptedSchema;
  readonly result: AcceptedSchema;
  readonly sideEffect: SideEffect;
  readonly network: Network;
  /** Derived from the two axes; see {@link CONFIRMATION}. */
  readonly confirmation: Confirmation;
  /** What holds where no rule speaks. */
  readonly defaultRuling: Effect;
  readonly locked: boolean;
  readonly bounds: Bounds;
  readonly powers: readonly PowerName[];
  readonly origins: readonly string[];
  readonly secrets: readonly string[];
  readonly settings: readonly string[];
  readonly programs: readonly string[];
  readonly roots: readonly string[];
  readonly effects: readonly string[];
  readonly refusals: readonly string[];
  readonly failures: readonly string[];
  readonly targetKind: TargetKind | undefined;
  readonly idempotent: boolean;
  readonly cost: number | undefined;
  readonly trust: Trust;
  readonly undo: string | undefined;
  /** SHA-256 of the contract's canonical JSON, its functions aside: two contracts that say the same have the same. */
  readonly digest: string;
}

/** The arguments a capability takes. */
export type ArgsOf<C> = C extends Capability<infer Args> ? Args : never;

/** The result a capability gives. */
export type ResultOf<C> = C extends Capability<unknown, infer Result> ? Result : never;
