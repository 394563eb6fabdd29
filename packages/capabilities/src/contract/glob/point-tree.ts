/** Texts by their code points, one after the other. */
export interface PointTree {
  readonly next: ReadonlyMap<string, PointTree>;
  /** Whether a text ends here. */
  readonly isEnd: boolean;
}

interface Growing {
  readonly next: Map<string, Growing>;
  isEnd: boolean;
}

/** Makes a tree of texts; undefined of none. */
export function pointTree(texts: Iterable<string>): PointTree | undefined {
  let root: Growing | undefined;
  for (const text of texts) {
    let node = (root ??= { next: new Map(), isEnd: false });
    for (const point of text) {
      const next = node.next.get(point) ?? { next: new Map(), isEnd: false };
      node.next.set(point, next);
      node = next;
    }
    node.isEnd = true;
  }
  return root;
}
