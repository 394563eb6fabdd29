import * as fc from 'fast-check';
import { ContractError } from '../contract/contract-error.js';
import { isObject, textsOf, type JsonType } from '../contract/schema/json-types.js';
import type { Json, JsonObject } from '../internal/json.js';
import { alternatives, demandOn, type Demand } from './schema-alternatives.js';
import {
  extraNames,
  isLetIn,
  isOpen,
  largest,
  listedValues,
  numbers,
  smallest,
  textValues,
  typesOf,
  type Node,
} from './schema-nodes.js';
import type { Reading } from './schema-reading.js';

/** From this depth on values are as small as the schema lets them be. */
const MAX_DEPTH = 4;
/** Below this depth a schema that still asks for more has no finite value. */
const MAX_HEIGHT = 24;
const MAX_EXTRA = 3;

/** Builds arbitraries of values that fit. Each is built once, however often a schema comes back to it. */
export function valuesOf(reading: Reading): fc.Arbitrary<unknown> {
  const built = new Map<string, fc.Arbitrary<Json> | undefined>();
  let isBuilt = false;
  let trials = 0;

  /** Values that fit some schemas at once; undefined when there is none. */
  const fitting = (demand: Demand, depth: number): fc.Arbitrary<Json> | undefined => {
    if (depth > MAX_HEIGHT) return undefined;
    const key = `${Math.min(depth, MAX_HEIGHT)} ${demand.join(' ')}`;
    if (!built.has(key)) {
      built.set(key, undefined);
      built.set(
        key,
        restricted(anyOf(waysTo(demand, depth)), (value) => fits(demand, value)),
      );
    }
    return built.get(key);
  };

  const fits = (demand: Demand, value: Json): boolean => {
    trials += 1;
    if (!isBuilt && trials > MAX_TRIALS) throw new ContractError('schema', NO_VALUE);
    const answer = reading.checker.withinLimit(value, () =>
      demand.every((pointer) =>
        reading.checker.fitsPart(reading.graph.schemas.get(pointer) ?? false, value),
      ),
    );
    return answer === true;
  };

  const waysTo = (demand: Demand, depth: number): readonly fc.Arbitrary<Json>[] => {
    const found: fc.Arbitrary<Json>[] = [];
    for (const way of alternatives(demand, reading)) {
      const nodes = way.map((pointer): Node => [pointer, reading.composition.at(pointer)]);
      const listed = listedValues(nodes);
      if (listed !== undefined) {
        found.push(...listed.map((value) => fc.constant(value)));
        continue;
      }
      for (const type of typesOf(nodes)) {
        const some = ofType(type, nodes, depth);
        if (some !== undefined) found.push(some);
        // Deep down the simplest type will do.
        if (some !== undefined && depth >= MAX_DEPTH) break;
      }
    }
    return found;
  };

  const ofType = (
    type: JsonType,
    nodes: readonly Node[],
    depth: number,
  ): fc.Arbitrary<Json> | undefined => {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numbers(type, nodes);
      case 'string':
        return textValues(nodes);
      case 'array':
        return lists(nodes, depth);
      case 'object':
        return objects(nodes, depth);
    }
  };

  const lists = (nodes: readonly Node[], depth: number): fc.Arbitrary<Json> | undefined => {
    const contained = nodes.filter(([, schema]) => schema['contains'] !== undefined);
    const wanted = Math.max(
      0,
      ...contained.map(([, schema]) => Number(schema['minContains'] ?? 1)),
    );
    const min = Math.max(wanted, largest(nodes, 'minItems', 0));
    const most = smallest(nodes, 'maxItems', min + MAX_EXTRA);
    const max = depth >= MAX_DEPTH ? min : Math.min(most, min + MAX_EXTRA);
    const items: fc.Arbitrary<Json>[] = [];
    for (let index = 0; index < Math.max(min, max); index += 1) {
      const asked = index < wanted ? contained.map(([pointer]) => `${pointer}/contains`) : [];
      const item = fitting([...demandOn(index, nodes), ...asked], depth + 1);
      if (item === undefined) break;
      items.push(item);
    }
    if (items.length < min) return undefined;
    return fc
      .integer({ min, max: items.length })
      .chain((length) => fc.tuple(...items.slice(0, length)));
  };

  const objects = (nodes: readonly Node[], depth: number): fc.Arbitrary<Json> | undefined => {
    const required = new Set(nodes.flatMap(([, schema]) => textsOf(schema['required'])));
    const described = nodes.flatMap(([, schema]) =>
      isObject(schema['properties']) ? Object.keys(schema['properties']) : [],
    );
    const members: Record<string, fc.Arbitrary<Json>> = {};
    for (const name of new Set([...required, ...described])) {
      const member = fitting(demandOn(name, nodes), depth + 1);
      if (member !== undefined && (depth < MAX_DEPTH || required.has(name))) members[name] = member;
      if (member === undefined && required.has(name)) return undefined;
    }
    const named = fc.record(members, { requiredKeys: [...required] }) as fc.Arbitrary<JsonObject>;
    const min = largest(nodes, 'minProperties', 0);
    const max = smallest(nodes, 'maxProperties', Infinity);
    if (depth >= MAX_DEPTH && min <= required.size) return named;
    return fc.tuple(named, extras(nodes, min, depth)).map(([own, more]) => {
      const room = Math.max(0, max - Object.keys(own).length);
      const added = Object.entries(more).filter(([name]) => !Object.hasOwn(own, name));
      return { ...own, ...Object.fromEntries(added.slice(0, room)) };
    });
  };

  /** Properties that no schema names, where they are let in. */
  const extras = (nodes: readonly Node[], min: number, depth: number): fc.Arbitrary<JsonObject> => {
    const names = restricted(
      extraNames(nodes),
      (name) => name !== '__proto__' && isLetIn(name, nodes),
    );
    if (names === undefined || !isOpen(nodes)) return fc.constant({});
    const pairs: fc.Arbitrary<readonly [string, Json] | undefined> = names.chain((name) => {
      const value = fitting(demandOn(name, nodes), depth + 1);
      return value === undefined ? fc.constant(undefined) : fc.tuple(fc.constant(name), value);
    });
    return fc
      .array(pairs, { maxLength: min + MAX_EXTRA })
      .map((all) => Object.fromEntries(all.filter((pair) => pair !== undefined)));
  };

  const values = fitting([''], 0);
  if (values === undefined) throw new ContractError('schema', NO_VALUE);
  isBuilt = true;
  return values;
}

const NO_VALUE = 'no value of reasonable size fits it';

/** How many values are tried before it is taken that none fits: a filter would try for ever. */
const TRIALS = [10, 90];
/** How many are tried in all while the arbitraries of one schema are built. */
const MAX_TRIALS = 20_000;

function restricted<T>(
  some: fc.Arbitrary<T> | undefined,
  fits: (value: T) => boolean,
): fc.Arbitrary<T> | undefined {
  const isPossible = TRIALS.some(
    (numRuns) => some !== undefined && fc.sample(some, { numRuns, seed: 1 }).some(fits),
  );
  return isPossible ? some?.filter(fits) : undefined;
}

function anyOf(some: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> | undefined {
  return some.length === 0 ? undefined : fc.oneof(...some);
}
