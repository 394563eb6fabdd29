import type { TSchema } from 'typebox';
import type { ExternalPower, OriginPower, PowerName, Powers } from '../powers/powers.js';
import type { Bounds } from './bounds.js';
import type { Effect, Network, SideEffect, TargetKind, Trust } from './classification.js';
import type { Work } from './handler.js';
import type { StaticOf } from './schema/static-of.js';

/** The powers a handler is lent, no more than its contract names. */
export type Lent<Power extends PowerName, OriginName extends string> = {
  readonly [P in Power]: P extends 'origin'
    ? { readonly [N in OriginName]: OriginPower }
    : Powers[P];
};

/** What the author of a capability writes down, its work aside. */
export interface ContractDeclaration<
  Args extends TSchema,
  Result extends TSchema,
  Power extends PowerName,
  OriginName extends string,
> {
  /** Dotted lower case, such as `host.disk.usage`; at most 128 characters. */
  readonly name: string;
  /** A whole number from 1. Changing what a version means is a new version. */
  readonly version: number;
  /** One sentence for people and models. */
  readonly summary: string;
  readonly args: Args;
  readonly result: Result;
  readonly sideEffect: SideEffect;
  /** Where data goes. `external` as soon as one named power leaves the device: the type insists. */
  readonly network: [Extract<Power, ExternalPower>] extends [never] ? Network : 'external';
  /** What the handler is lent. Nothing else is within its reach. */
  readonly powers?: readonly Power[];
  /** The configured services behind the power `origin`, by this contract's names for them. */
  readonly origins?: readonly OriginName[];
  /** The secrets behind the power `secret`, by exact name. */
  readonly secrets?: readonly string[];
  /** The sections of the device's configuration behind the power `settings`, by exact name. */
  readonly settings?: readonly string[];
  /** The programs behind the power `command`, by name. */
  readonly programs?: readonly string[];
  /** Absolute paths behind the power `file`; a segment `*` stands for exactly one segment. */
  readonly roots?: readonly string[];
  readonly bounds: Bounds;
  /** What performing it does to the world, a line each. */
  readonly effects?: readonly string[];
  /** One sentence for the person who is asked: what yes will do with these arguments. Pure. */
  readonly effect?: (args: StaticOf<Args>) => string;
  /** What the arguments act on, for policy. Pure. */
  readonly target?: (args: StaticOf<Args>) => string;
  readonly targetKind?: TargetKind;
  /** Says no to particular arguments, with a word of `refusals`, before anyone is asked. Pure. */
  readonly admit?: (args: StaticOf<Args>, settings: unknown) => string | undefined;
  /** The lower-case words `admit` may answer with. */
  readonly refusals?: readonly string[];
  /** The lower-case words the handler may `fail` with. */
  readonly failures?: readonly string[];
  /** Whether performing it twice is the same as once. Absent means no. */
  readonly idempotent?: boolean;
  /** What one invocation costs, in the household's own unit of budget. */
  readonly cost?: number;
  /** `low` for text that anybody may have written. */
  readonly trust?: Trust;
  /** The ruling where no rule speaks; may only be stricter than the derived one. */
  readonly defaultRuling?: Effect;
  /** Denied for good: no policy, grant or person can relax it. */
  readonly locked?: boolean;
  /** How to take it back, in one sentence, where that exists. */
  readonly undo?: string;
}

/** The work of a capability: a module that a runner loads, or, for the inline runner alone, a function. */
export type ContractWork<
  Args extends TSchema,
  Result extends TSchema,
  Power extends PowerName,
  OriginName extends string,
> =
  | { readonly handler: URL; readonly perform?: never }
  | {
      readonly perform: Work<StaticOf<Args>, StaticOf<Result>, Lent<Power, OriginName>>;
      readonly handler?: never;
    }
  | { readonly locked: true; readonly handler?: never; readonly perform?: never };

/**
 * What the author of a capability writes down.
 *
 * There is no field for confirmation: it is derived from `sideEffect` and `network`.
 */
export type Contract<
  Args extends TSchema,
  Result extends TSchema,
  Power extends PowerName,
  OriginName extends string,
> = ContractDeclaration<Args, Result, Power, OriginName> &
  ContractWork<Args, Result, Power, OriginName>;

/** Every key a contract may have. Any other stops the program while it starts. */
export const CONTRACT_KEYS: ReadonlySet<string> = new Set<
  keyof ContractDeclaration<TSchema, TSchema, PowerName, string> | 'handler' | 'perform'
>([
  'name',
  'version',
  'summary',
  'args',
  'result',
  'sideEffect',
  'network',
  'powers',
  'origins',
  'secrets',
  'settings',
  'programs',
  'roots',
  'bounds',
  'effects',
  'effect',
  'target',
  'targetKind',
  'admit',
  'refusals',
  'failures',
  'idempotent',
  'cost',
  'trust',
  'defaultRuling',
  'locked',
  'undo',
  'handler',
  'perform',
]);
