import type { Capability } from '../contract/capability.js';
import { compileGlob } from '../contract/glob/glob.js';
import { does } from './applying.js';
import { windowOf, type WallClock } from './household-time.js';
import type { Question, Ruling } from './policy.js';
import type { Ranked } from './ranked.js';
import type { Rule } from './rule.js';
import { ruleIndex, type RuleIndex } from './rule-index.js';

/** Rules by whom and what they are for. */
export interface RuleBook {
  /** The rule that decides; undefined where none fits. */
  winner(question: Question): Ranked | undefined;
  /** The rules that can apply to a capability for a principal, in the order of their rank. */
  applying(capability: Capability, principal: string): readonly Ranked[];
}

/** A rule with its place among all. */
interface Placed {
  readonly rule: Rule;
  readonly order: number;
  readonly ruling: Ruling;
}

/** Rules with one scope and selector, and an index of them for each kind of capability that was asked about. */
interface Chapter {
  readonly rules: readonly Placed[];
  readonly indexes: Map<string, RuleIndex>;
}

type Scope = ReadonlyMap<string, Chapter>;

/** Files rules, which come in the order of their rank. Indexes are made when first asked for, and kept. */
export function ruleBook(ranked: readonly Rule[], clock: WallClock): RuleBook {
  const scopes = chaptersOf(ranked);
  const pages = new WeakMap<Capability, Map<string, readonly RuleIndex[]>>();

  /** The few indexes that can hold what decides, the most specific first. */
  function pageOf(capability: Capability, principal: string): readonly RuleIndex[] {
    // Whoever has no rules of their own shares one page.
    const scope = scopes.has(principal) ? principal : 'global';
    return valueIn(
      valueIn(pages, capability, () => new Map()),
      scope,
      () =>
        [...new Set([scope, 'global'])].flatMap((one) =>
          indexesOf(scopes.get(one), capability, clock),
        ),
    );
  }

  return Object.freeze<RuleBook>({
    winner(question) {
      let found: Ranked | undefined;
      let before = Infinity;
      for (const index of pageOf(question.capability, question.caller.principal)) {
        // What comes later may still outrank: a final deny does.
        if (index.least >= before) continue;
        const first = index.first(question, before);
        if (first === undefined) continue;
        found = first;
        before = first.order;
      }
      return found;
    },
    applying(capability, principal) {
      const rules = pageOf(capability, principal).flatMap((index) => index.rules);
      return Object.freeze(rules.sort((one, other) => one.order - other.order));
    },
  });
}

function chaptersOf(ranked: readonly Rule[]): ReadonlyMap<string, Scope> {
  const scopes = new Map<string, Map<string, Chapter & { readonly rules: Placed[] }>>();
  for (const [order, rule] of ranked.entries()) {
    const ruling = Object.freeze({ effect: rule.effect, rule: rule.id });
    const scope = valueIn(scopes, rule.scope, () => new Map());
    const chapter = valueIn(scope, rule.capability, () => ({ rules: [], indexes: new Map() }));
    chapter.rules.push({ rule, order, ruling });
  }
  return scopes;
}

function indexesOf(
  scope: Scope | undefined,
  capability: Capability,
  clock: WallClock,
): readonly RuleIndex[] {
  const { sideEffect, network, targetKind } = capability;
  const kind = `${sideEffect} ${network} ${targetKind ?? 'without'}`;
  return selectorsOf(capability).flatMap((selector): readonly RuleIndex[] => {
    const chapter = scope?.get(selector);
    if (chapter === undefined) return [];
    const index = valueIn(chapter.indexes, kind, () =>
      ruleIndex(applicable(chapter.rules, capability), clock),
    );
    return index.rules.length === 0 ? [] : [index];
  });
}

/** Every selector that names a capability, the most specific first. */
function selectorsOf({ name, id }: Capability): readonly string[] {
  const parts = name.split('.');
  const spaces = parts.slice(0, -1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.*`);
  return [id, name, ...spaces.toReversed(), '*'];
}

/**
 * The rules that can apply to a capability that their selector names.
 *
 * A rule that looks at a target says nothing of a capability that has none, or whose targets are of
 * another kind than its pattern.
 */
function applicable(rules: readonly Placed[], capability: Capability): readonly Ranked[] {
  const { targetKind } = capability;
  return rules.flatMap((placed): readonly Ranked[] => {
    const { action, target, hours, retrieved } = placed.rule;
    if (action !== undefined && !does(action, capability)) return [];
    const glob = target === undefined ? undefined : targetKind && compileGlob(targetKind, target);
    if (target !== undefined && glob === undefined) return [];
    return [{ ...placed, glob, window: hours && windowOf(hours), retrieved: retrieved === true }];
  });
}

interface Table<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What a table holds for a key; made, and put there, where it holds nothing yet. */
function valueIn<Key, Value extends object>(
  table: Table<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const held = table.get(key);
  if (held !== undefined) return held;
  const made = make();
  table.set(key, made);
  return made;
}
