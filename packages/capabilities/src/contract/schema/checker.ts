import { Check, Compile } from 'typebox/schema';
import type { Json, JsonObject } from '../../internal/json.js';
import { isCopy } from '../../internal/snapshot.js';
import { ContractError } from '../contract-error.js';
import { bare, conditional, rulesOf, toCheckable, type Checkable } from './checkable.js';
import type { Matchers } from './matchers.js';
import { isObject, record, type Schema } from './json-types.js';
import { DIALECT } from './modernize.js';
import { propertyNamesIn } from './property-names.js';
import type { Graph } from './references.js';

/** How many references a check may follow before it is given up: so many for each part of the value. */
const REFERENCES_PER_NODE = 16;
const MIN_REFERENCES = 1_000;
/** And never more than these, which is enough for the largest arguments there are. */
const MAX_REFERENCES = 250_000;

/** Decides whether values fit a schema. Never throws for what a value holds. */
export interface Checker {
  /** Decides the whole schema, by the fastest means there is. */
  fits(value: unknown): boolean;
  /** Decides one schema out of the whole one. To be asked within a limit. */
  fitsPart(part: Schema, value: unknown): boolean;
  /** Decides some keywords of a schema, as if the others were not there. To be asked within a limit. */
  fitsRules(schema: JsonObject, keywords: readonly string[], value: unknown): boolean;
  /** Runs a series of checks of one value under one limit on the references they follow together. */
  withinLimit<T>(value: unknown, series: () => T): T | undefined;
}

/** Whether a program may be made out of a schema: everywhere but in browsers, whose policies may forbid it. */
export function mayEvaluate(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: unknown } } };
  return process?.versions?.node !== undefined;
}

/**
 * Makes an accepted schema checkable.
 *
 * @param evaluates - whether TypeBox may compile the schema to a program, or has to interpret it
 */
export function createChecker(
  root: JsonObject,
  graph: Graph,
  matchers: Matchers,
  evaluates: boolean,
): Checker {
  let left = 0;
  const spend = (): boolean => {
    left -= 1;
    if (left < 0) throw new RangeError('too many references');
    return true;
  };

  const context = Object.create(null) as Context;
  let shared = 0;
  const share = (schema: object): string => {
    const name = `#shared${(shared += 1)}`;
    context[name] = schema;
    return name;
  };
  const names = new Map([...new Set(graph.references.values())].map((p, i) => [p, `#ref${i}`]));
  const around = {
    pattern: matchers.rule,
    reference: (schema: JsonObject) => names.get(graph.targets.get(schema) ?? '') ?? '',
    share,
  };
  for (const [pointer, name] of names)
    context[name] = counted(toCheckable(graph.schemas.get(pointer) ?? false, around), spend);

  const whole = rooted(toCheckable(root, around));
  const decide = (evaluates ? compiled : interpreted)(context, whole);

  const made = new Map<Schema, Map<string, object>>();
  const once = (schema: Schema, rules: string, make: () => Checkable): object => {
    const known = made.get(schema) ?? new Map<string, object>();
    const checkable = known.get(rules) ?? rooted(make());
    made.set(schema, known.set(rules, checkable));
    return checkable;
  };

  const known = [...propertyNamesIn(root)];
  const own = (value: unknown): unknown =>
    !isCopy(value) && known.some((name) => name in Object.prototype) ? disinherited(value) : value;

  const hasReferences = graph.references.size > 0;
  const withinLimit = <T>(value: unknown, series: () => T): T | undefined => {
    try {
      left = hasReferences ? allowance(value) : 0;
      return series();
    } catch (fault) {
      // Too costly, too deep for the stack, or no plain data: nobody can use such a value either.
      // A pattern that was not loaded is the program's own mistake.
      if (ContractError.is(fault)) throw fault;
      return undefined;
    }
  };

  return {
    fits: (value) => withinLimit(value, () => decide(own(value))) ?? false,
    fitsPart: (schema, value) =>
      Check(
        context,
        once(schema, '', () => toCheckable(schema, around)),
        own(value),
      ),
    fitsRules: (schema, keywords, value) =>
      Check(
        context,
        once(schema, keywords.join(), () => rulesOf(schema, keywords, around)),
        own(value),
      ),
    withinLimit,
  };
}

function allowance(value: unknown): number {
  let nodes = 0;
  const count = (part: unknown): void => {
    nodes += 1;
    if (typeof part !== 'object' || part === null || nodes > MAX_REFERENCES) return;
    for (const inner of Object.values(part)) count(inner);
  };
  count(value);
  return Math.min(MAX_REFERENCES, MIN_REFERENCES + REFERENCES_PER_NODE * nodes);
}

function interpreted(context: Context, schema: object): (value: unknown) => boolean {
  return (value) => Check(context, schema, value);
}

function compiled(context: Context, schema: object): (value: unknown) => boolean {
  const validator = Compile(context, schema);
  // Where a program may not be made of text, TypeBox's validator interprets too, but with one memory
  // of evaluated properties for all values: what an earlier one had would count for a later one.
  return validator.IsAccelerated()
    ? (value) => validator.Check(value)
    : interpreted(context, schema);
}

type Context = { [name: string]: object };

/** The same schema as a root. A stated dialect spares TypeBox a search through it at each reference. */
function rooted(schema: Checkable): object {
  return bare({
    $schema: DIALECT,
    ...(typeof schema === 'boolean' ? { allOf: [schema] } : schema),
  });
}

/** The same schema, counting each time it is reached: what a value can cost is bounded by this. */
function counted(schema: Checkable, spend: () => boolean): object {
  const counter = bare({ '~refine': [{ check: spend, error: () => 'references' }] });
  return conditional(counter, schema, false);
}

/**
 * Copies a value so that it inherits nothing.
 *
 * TypeBox looks properties up with `in`: one that every object inherits would count as there.
 */
function disinherited(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disinherited);
  if (!isObject(value)) return value;
  return record(Object.entries(value).map(([key, part]) => [key, disinherited(part) as Json]));
}
