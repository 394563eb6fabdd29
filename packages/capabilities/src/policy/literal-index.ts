/** Things that are filed under a literal, the first in order first. */
export interface Filed {
  /** Less comes first. */
  readonly order: number;
}

/** Looked at in turn; what is returned is the order from which on nothing is of interest any more. */
export type Look<T extends Filed> = (found: T, before: number) => number;

/** Finds what is filed under a literal of a text, without looking at the rest. */
export interface LiteralIndex<T extends Filed> {
  /** Looks at what is filed under literals that the text begins with. */
  prefixesOf(text: string, before: number, look: Look<T>): number;
  /** Looks at what is filed under literals that the text ends with. */
  suffixesOf(text: string, before: number, look: Look<T>): number;
  /** Looks at what is filed under literals that are anywhere in the text. */
  insideOf(text: string, before: number, look: Look<T>): number;
}

interface Node<T> {
  readonly next: Map<number, Node<T>>;
  readonly here: T[];
  /** The longest other literal's beginning that ends here. */
  fallback: Node<T> | undefined;
  /** The nearest node over `fallback` under which something is filed. */
  output: Node<T> | undefined;
}

/**
 * Files each thing under its prefix, else its suffix, else the longest literal inside it: the cost
 * of a look-up grows with the text and with what is found, not with what is filed.
 *
 * The literals inside are found in one pass (Aho and Corasick, 1975).
 */
export function literalIndex<T extends Filed>(
  things: readonly (readonly [literal: LiteralPlace, thing: T])[],
): LiteralIndex<T> {
  const prefixes = emptyNode<T>();
  const suffixes = emptyNode<T>();
  const insides = emptyNode<T>();
  const inOrder = things.toSorted(([, one], [, other]) => one.order - other.order);
  for (const [{ at, literal }, thing] of inOrder) {
    if (at === 'start') file(prefixes, literal, thing);
    else if (at === 'end') file(suffixes, reversed(literal), thing);
    else file(insides, literal, thing);
  }
  link(insides);
  return Object.freeze<LiteralIndex<T>>({
    prefixesOf(text, before, look) {
      let least = lookAt(prefixes, before, look);
      let node: Node<T> | undefined = prefixes;
      for (let at = 0; at < text.length; at += 1) {
        node = node.next.get(text.charCodeAt(at));
        if (node === undefined) return least;
        least = lookAt(node, least, look);
      }
      return least;
    },
    suffixesOf(text, before, look) {
      let least = lookAt(suffixes, before, look);
      let node: Node<T> | undefined = suffixes;
      for (let at = text.length - 1; at >= 0; at -= 1) {
        node = node.next.get(text.charCodeAt(at));
        if (node === undefined) return least;
        least = lookAt(node, least, look);
      }
      return least;
    },
    insideOf(text, before, look) {
      if (insides.next.size === 0) return lookAt(insides, before, look);
      let least = lookAt(insides, before, look);
      let node = insides;
      for (let at = 0; at < text.length; at += 1) {
        node = after(node, text.charCodeAt(at)) ?? insides;
        for (let hit: Node<T> | undefined = node; hit !== undefined; hit = hit.output)
          if (hit !== insides) least = lookAt(hit, least, look);
      }
      return least;
    },
  });
}

/** Where a literal stands in what it is filed for. */
export interface LiteralPlace {
  readonly at: 'start' | 'end' | 'inside';
  readonly literal: string;
}

function emptyNode<T>(): Node<T> {
  return { next: new Map(), here: [], fallback: undefined, output: undefined };
}

function file<T>(root: Node<T>, literal: string, thing: T): void {
  let node = root;
  for (let at = 0; at < literal.length; at += 1) {
    const unit = literal.charCodeAt(at);
    const next = node.next.get(unit) ?? emptyNode<T>();
    node.next.set(unit, next);
    node = next;
  }
  node.here.push(thing);
}

/** Says for each node where to go on when the text does, level by level. */
function link<T>(root: Node<T>): void {
  const queue = [...root.next.values()];
  for (const node of queue) node.fallback = root;
  for (const node of queue) {
    for (const [unit, next] of node.next) {
      next.fallback = (node.fallback && after(node.fallback, unit)) ?? root;
      next.output = next.fallback.here.length > 0 ? next.fallback : next.fallback.output;
      queue.push(next);
    }
  }
}

function after<T>(from: Node<T>, unit: number): Node<T> | undefined {
  for (let node: Node<T> | undefined = from; node !== undefined; node = node.fallback) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return undefined;
}

function lookAt<T extends Filed>({ here }: Node<T>, before: number, look: Look<T>): number {
  let least = before;
  for (const thing of here) {
    if (thing.order >= least) return least;
    least = look(thing, least);
  }
  return least;
}

const reversed = (text: string): string => {
  let back = '';
  for (let at = text.length - 1; at >= 0; at -= 1) back += text.charAt(at);
  return back;
};
