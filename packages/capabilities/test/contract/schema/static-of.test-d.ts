import { Type as Old } from '@sinclair/typebox';
import Type from 'typebox';
import type { StaticOf } from '../../../src/contract/schema/static-of.js';

/** Compiles when two types are the same, and not only assignable to each other. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(...answer: [Same<A, B>]): number => answer.length;

interface Node {
  id: string;
  kids: Node[];
}

const Recent = Type.Object({
  query: Type.String(),
  page: Type.Optional(Type.Integer()),
  kind: Type.Union([Type.Literal('a'), Type.Null()]),
  tags: Type.Array(Type.String()),
  pair: Type.Tuple([Type.String(), Type.Number()]),
});
const Earlier = Old.Object({
  query: Old.String(),
  page: Old.Optional(Old.Integer()),
  kind: Old.Union([Old.Literal('a'), Old.Null()]),
  tags: Old.Array(Old.String()),
  pair: Old.Tuple([Old.String(), Old.Number()]),
});
interface Expected {
  query: string;
  page?: number;
  kind: 'a' | null;
  tags: string[];
  pair: [string, number];
}

// Both generations give one type.
same<StaticOf<typeof Recent>, StaticOf<typeof Earlier>>(true);
export const recent: Expected = {} as StaticOf<typeof Recent>;
export const earlier: StaticOf<typeof Earlier> = {} as Expected;

// Recursion is typed through.
const RecentNode = Type.Cyclic(
  { Node: Type.Object({ id: Type.String(), kids: Type.Array(Type.Ref('Node')) }) },
  'Node',
);
const EarlierNode = Old.Recursive((This) =>
  Old.Object({ id: Old.String(), kids: Old.Array(This) }),
);
export const recentNode: Node = {} as StaticOf<typeof RecentNode>;
export const earlierNode: Node = {} as StaticOf<typeof EarlierNode>;

// So is JSON Schema written out.
const Written = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { enum: [1, 2] } },
  required: ['a'],
} as const;
export const written: { readonly a: string; readonly b?: 1 | 2 } = {} as StaticOf<typeof Written>;

// @ts-expect-error — a property of another type
export const wrongType: Expected = { ...recent, query: 1 } satisfies StaticOf<typeof Recent>;
// @ts-expect-error — a property of another type, in the earlier generation
export const wrongOldType: StaticOf<typeof Earlier> = { ...earlier, kind: 'b' };
// @ts-expect-error — a missing property
export const missing: StaticOf<typeof Written> = { b: 1 };
// @ts-expect-error — an unknown property
export const unknown: StaticOf<typeof Earlier> = { ...earlier, more: 1 };
// @ts-expect-error — the two generations would differ
same<StaticOf<typeof Recent>, { query: string }>(true);
