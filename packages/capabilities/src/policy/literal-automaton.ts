import { leastOf } from './affix-table.js';
import type { Finder, Ordered } from './finder.js';

interface Node<Thing extends Ordered, Query> {
  readonly next: Map<number, Node<Thing, Query>>;
  /** What is filed under the literal that ends here. */
  under: Finder<Thing, Query> | undefined;
  /** The longest other literal's beginning that ends here. */
  fallback: Node<Thing, Query> | undefined;
  /** The nearest node over `fallback` under which something is filed. */
  output: Node<Thing, Query> | undefined;
}

/**
 * Finds what is filed under literals that stand anywhere in a text, in one pass over it.
 *
 * Source: Aho and Corasick, «Efficient string matching», 1975.
 */
export function literalAutomaton<Thing extends Ordered, Query>(
  filed: ReadonlyMap<string, Finder<Thing, Query>>,
): Finder<Thing, Query> {
  const root = emptyNode<Thing, Query>();
  for (const [literal, under] of filed) nodeOf(root, literal).under = under;
  link(root);

  return Object.freeze<Finder<Thing, Query>>({
    least: leastOf(filed),
    only: undefined,
    first(text, before, query) {
      let found: Thing | undefined;
      let bound = before;
      let node = root;
      for (let at = 0; at < text.length; at += 1) {
        node = after(node, text.charCodeAt(at)) ?? root;
        for (let hit: Node<Thing, Query> | undefined = node; hit; hit = hit.output) {
          if (hit.under === undefined || hit.under.least >= bound) continue;
          const one = hit.under.first(text, bound, query);
          if (one === undefined) continue;
          found = one;
          bound = one.order;
        }
      }
      return found;
    },
  });
}

function emptyNode<Thing extends Ordered, Query>(): Node<Thing, Query> {
  return { next: new Map(), under: undefined, fallback: undefined, output: undefined };
}

function nodeOf<Thing extends Ordered, Query>(
  root: Node<Thing, Query>,
  literal: string,
): Node<Thing, Query> {
  let node = root;
  for (let at = 0; at < literal.length; at += 1) {
    const unit = literal.charCodeAt(at);
    const next = node.next.get(unit) ?? emptyNode<Thing, Query>();
    node.next.set(unit, next);
    node = next;
  }
  return node;
}

/** Says for each node where to go on when the text does, level by level. */
function link<Thing extends Ordered, Query>(root: Node<Thing, Query>): void {
  const queue = [...root.next.values()];
  for (const node of queue) node.fallback = root;
  for (const node of queue) {
    for (const [unit, next] of node.next) {
      next.fallback = (node.fallback && after(node.fallback, unit)) ?? root;
      next.output = next.fallback.under === undefined ? next.fallback.output : next.fallback;
      queue.push(next);
    }
  }
}

function after<Thing extends Ordered, Query>(
  from: Node<Thing, Query>,
  unit: number,
): Node<Thing, Query> | undefined {
  for (let node: Node<Thing, Query> | undefined = from; node; node = node.fallback) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return undefined;
}
