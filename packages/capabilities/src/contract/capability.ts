import type { TSchema } from 'typebox';
import { canonicalJson } from '../internal/canonical.js';
import { deepFreeze } from '../internal/freeze.js';
import type { JsonObject } from '../internal/json.js';
import { ownCopy } from '../internal/own.js';
import { sha256Hex } from '../internal/sha256.js';
import type { PowerName, Powers } from '../powers/powers.js';
import type { Capability } from './accepted.js';
import { CONFIRMATION, derivedRuling } from './classification.js';
import type { Contract, Lent } from './contract.js';
import { ContractError } from './contract-error.js';
import { contractFault, type Unread } from './contract-faults.js';
import type { Work } from './handler.js';
import { acceptSchema } from './schema/accept-schema.js';
import type { StaticOf } from './schema/static-of.js';
import { textOf } from './text-of.js';
import { toWire } from './wire.js';

export type { Capability } from './accepted.js';

/** What only the executor uses of a contract: the author's functions, and the way to its work. */
export interface Inner {
  readonly effect: ((args: unknown) => string) | undefined;
  readonly target: ((args: unknown) => string) | undefined;
  readonly admit: ((args: unknown, settings: unknown) => string | undefined) | undefined;
  readonly handler: URL | undefined;
  readonly perform: Work<unknown, unknown, Partial<Powers>> | undefined;
}

/** Kept out of the capability itself, so that holding one is not a way to act. */
const inners = new WeakMap<Capability, Inner>();

/**
 * Accepts a contract, or throws while the program is still starting.
 *
 * @throws ContractError — when a field, a schema, a bound, or the pairing of
 *   `network` with `powers` is not one a contract may have. It names the place and the remedy.
 */
export function defineCapability<
  const Args extends TSchema,
  const Result extends TSchema,
  const Power extends PowerName = never,
  const OriginName extends string = never,
>(
  written: Contract<Args, Result, Power, OriginName>,
): Capability<StaticOf<Args>, StaticOf<Result>, Lent<Power, OriginName>> {
  const contract = readOnce(written);
  const unread = contract as unknown as Unread;
  const subject = subjectOf(unread);
  const fault = contractFault(unread);
  if (fault !== undefined) throw new ContractError(subject, fault);

  const declared = {
    id: `${contract.name}@${contract.version}` as const,
    name: contract.name,
    version: contract.version,
    summary: contract.summary,
    sideEffect: contract.sideEffect,
    network: contract.network,
    confirmation: CONFIRMATION[contract.sideEffect][contract.network],
    defaultRuling: contract.defaultRuling ?? derivedRuling(contract.sideEffect, contract.network),
    locked: contract.locked ?? false,
    bounds: { ...contract.bounds },
    powers: [...(contract.powers ?? [])],
    origins: [...(contract.origins ?? [])],
    secrets: [...(contract.secrets ?? [])],
    settings: [...(contract.settings ?? [])],
    programs: [...(contract.programs ?? [])],
    roots: [...(contract.roots ?? [])],
    effects: [...(contract.effects ?? [])],
    refusals: [...(contract.refusals ?? [])],
    failures: [...(contract.failures ?? [])],
    targetKind: contract.targetKind,
    idempotent: contract.idempotent ?? false,
    cost: contract.cost,
    trust: contract.trust ?? ('tool' as const),
    undo: contract.undo,
  };
  const args = acceptSchema(contract.args, { subject, place: 'args' });
  const result = acceptSchema(contract.result, { subject, place: 'result' });
  const digest = sha256Hex(canonicalJson(toWire(declared, args.json, result.json)));
  const capability: Capability<
    StaticOf<Args>,
    StaticOf<Result>,
    Lent<Power, OriginName>
  > = Object.freeze({
    ...deepFreeze(declared),
    args: Object.freeze(args),
    result: Object.freeze(result),
    digest,
  });
  inners.set(capability, innerOfContract(subject, contract));
  return capability;
}

/** Finds what only the executor uses of a capability; undefined for anything {@link defineCapability} did not return. */
export function innerOf(capability: Capability): Inner | undefined {
  return inners.get(capability);
}

/** A capability as plain JSON, in the names of the wire: nothing in it can be called. */
export function describeCapability(capability: Capability): JsonObject {
  return deepFreeze({
    ...toWire(capability, capability.args.json, capability.result.json),
    digest: capability.digest,
  });
}

/** No list of a contract may be longer; see {@link contractFault}. */
const MOST_ENTRIES = 100;

/** Reads each field once, from the contract itself: what is checked is what is kept, and nothing is inherited. */
function readOnce<C extends object>(contract: C): C {
  const once = ownCopy(contract);
  for (const [key, value] of Object.entries(once)) {
    if (Array.isArray(value)) {
      const length = Math.min(value.length, MOST_ENTRIES + 1);
      once[key] = Array.from({ length }, (_, index): unknown => value[index]);
    } else if (key === 'bounds' && typeof value === 'object' && value !== null)
      once[key] = ownCopy(value);
  }
  return once as C;
}

function innerOfContract(subject: string, contract: object): Inner {
  const { effect, target, admit, handler, perform } = contract as Partial<Inner>;
  return Object.freeze({
    effect: textOf(subject, 'effect', effect),
    target: textOf(subject, 'target', target),
    admit,
    handler: handler && new URL(handler), // a URL cannot be frozen, so this one is ours alone
    perform,
  });
}

/** Names the contract in messages; the name itself only when it could be one. */
function subjectOf(contract: Unread): string {
  const name = contract['name'];
  return typeof name === 'string' && /^[\w.-]{1,128}$/.test(name) ? name : 'contract';
}
