import { describe, expect } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import { acceptSchema, type AcceptedSchema } from '../../../src/contract/schema/accept-schema.js';
import { isList, isObject } from '../../../src/contract/schema/json-types.js';
import type { Json, JsonObject } from '../../../src/internal/json.js';
import { inBrowser } from './accepting.js';
import { corpusTest, read, readLines } from './corpora.js';

interface FunctionDocument {
  readonly name: string;
  readonly parameters: Json;
}

interface Task {
  readonly functions: readonly FunctionDocument[];
  readonly first_accepted_calls: readonly {
    readonly function: string;
    readonly args: JsonObject;
  }[];
  readonly first_accepted_verdicts: readonly ('valid' | 'invalid')[];
}

/** Writes the type names of several programming languages as those of JSON Schema, as the corpus did. */
function translated(value: Json, names: Readonly<Record<string, string | null>>): Json {
  if (isList(value)) return value.map((part) => translated(part, names));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    if (key === 'properties' && isObject(part))
      return [
        [
          key,
          Object.fromEntries(
            Object.entries(part).map(([name, one]) => [name, translated(one, names)]),
          ),
        ],
      ];
    if (key !== 'type' || typeof part !== 'string') return [[key, translated(part, names)]];
    const name = Object.hasOwn(names, part) ? names[part] : part;
    return name === null || name === undefined ? [] : [[key, name]];
  });
  return Object.fromEntries(entries);
}

/** Calls that differ from one that fits by one required key, one unknown key, or one JSON type. */
function mutants(call: JsonObject, schema: JsonObject): readonly JsonObject[] {
  const required = (schema['required'] ?? []) as readonly string[];
  const without = (name: string): JsonObject =>
    Object.fromEntries(Object.entries(call).filter(([own]) => own !== name));
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const retyped = Object.keys(call)
    .filter((name) => properties[name]?.['type'] !== undefined)
    .map((name) => ({ ...call, [name]: properties[name]?.['type'] === 'boolean' ? 'true' : true }));
  return [...required.map(without), { ...call, unknownKey: 1 }, ...retyped];
}

describe('function documents of the Berkeley leaderboard', () => {
  corpusTest(
    'bfcl',
    'bar-5: each is accepted, or refused with a reason; no call is judged otherwise than by the outside judge',
    () => {
      const names = read('bfcl/type_name_map_used.json') as Record<string, string | null>;
      const tally = { accepted: 0, refused: 0, passed: 0, failed: 0, unjudged: 0, mutants: 0 };
      const reasons = new Set<string>();
      const acceptDocument = ({
        name,
        parameters,
      }: FunctionDocument): AcceptedSchema | undefined => {
        try {
          const schema = translated(parameters, names);
          const accepted = acceptSchema(schema, { subject: name, place: 'args' });
          tally.accepted += 1;
          return accepted;
        } catch (fault) {
          if (!ContractError.is(fault)) throw fault;
          tally.refused += 1;
          reasons.add(fault.fault.replace(/^.*?`: /, ''));
          return undefined;
        }
      };
      const tasks = ['simple_python', 'multiple'].flatMap((file) =>
        readLines(`bfcl/${file}.jsonl`),
      ) as Task[];
      for (const {
        functions,
        first_accepted_calls: calls,
        first_accepted_verdicts: verdicts,
      } of tasks) {
        const documents = new Map(
          functions.map((document) => [document.name, acceptDocument(document)]),
        );
        for (const [index, call] of calls.entries()) {
          const accepted = documents.get(call.function);
          if (accepted === undefined) {
            tally.unjudged += 1;
            continue;
          }
          const fits = accepted.check(call.args);
          expect([call, fits]).toEqual([call, verdicts[index] === 'valid']);
          tally[fits ? 'passed' : 'failed'] += 1;
          if (!fits) continue;
          for (const mutant of mutants(call.args, accepted.json)) {
            tally.mutants += 1;
            expect([
              mutant,
              accepted.check(mutant),
              accepted.violations(mutant).length > 0,
            ]).toEqual([mutant, false, true]);
          }
        }
      }
      const apis = Object.values(
        read('bfcl/multi_turn_func_docs.json') as Record<string, FunctionDocument[]>,
      );
      for (const document of apis.flat()) inBrowser(() => acceptDocument(document));
      console.log('function documents', tally, [...reasons]);
      expect(tally).toMatchObject({
        accepted: 1_089,
        refused: 30,
        passed: 583,
        failed: 1,
        unjudged: 16,
      });
      expect([...reasons].sort()).toEqual([
        'it names no property: write `properties`, or `additionalProperties` for a dictionary',
        'unknown keyword: leave the property out of `required` of its object',
      ]);
    },
  );
});
