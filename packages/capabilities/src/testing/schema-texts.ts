import * as fc from 'fast-check';
import type { CodePoints } from '../contract/schema/code-points.js';
import { parsePattern, type Pattern } from '../contract/schema/pattern-syntax.js';

/** How often a loop without an end, or with a far one, is taken more than it must be. */
const MAX_EXTRA_ROUNDS = 6;

/** What a text has to be: the strictest of all that is said about it. */
export interface TextDemand {
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: string | undefined;
  readonly format: string | undefined;
}

/** Texts that mostly meet a demand: whoever asks filters out those that do not. */
export function texts(demand: TextDemand): fc.Arbitrary<string> {
  if (demand.pattern !== undefined) return matches(demand.pattern);
  const format = demand.format === undefined ? undefined : FORMATTED.get(demand.format);
  if (format !== undefined) return format;
  const { minLength, maxLength } = demand;
  // Counted in characters, as `minLength` and `maxLength` are, some of them of two units.
  // Where no length will do any is as good: it is filtered out.
  const most = Math.max(minLength, Math.min(maxLength, minLength + 20));
  return fc.string({ unit: 'binary', minLength, maxLength: most });
}

/** Texts that hold a match of a pattern, unless an edge within it says otherwise. */
export function matches(source: string): fc.Arbitrary<string> {
  const parsed = parsePattern(source);
  return parsed.ok ? matchesOf(parsed.pattern) : fc.constant('');
}

function matchesOf(pattern: Pattern): fc.Arbitrary<string> {
  switch (pattern.kind) {
    case 'set':
      return characterOf(pattern.points);
    case 'property':
      return fc.constantFrom('a', 'Z', '7', ' ', '-', 'é', 'Ж', '中', '٣', '€');
    case 'edge':
      return fc.constant('');
    case 'sequence':
      return fc.tuple(...pattern.parts.map(matchesOf)).map((parts) => parts.join(''));
    case 'choice':
      return fc.oneof(...pattern.branches.map(matchesOf));
    case 'repeat': {
      const { min, max } = pattern;
      const maxLength = Math.min(max, min + MAX_EXTRA_ROUNDS);
      return fc
        .array(matchesOf(pattern.body), { minLength: min, maxLength })
        .map((all) => all.join(''));
    }
  }
}

const isPrintable = ([first, last]: readonly [number, number]): boolean =>
  first <= 0x7e && last >= 0x20;

/** One character of a set, printable where there is one more often than not; nothing of an empty set. */
function characterOf(points: CodePoints): fc.Arbitrary<string> {
  const whole = points.flatMap((range) => withoutHalves(range));
  const printable = whole
    .filter(isPrintable)
    .map(([first, last]) => [Math.max(first, 0x20), Math.min(last, 0x7e)] as const);
  const pick = (ranges: readonly (readonly [number, number])[]): fc.Arbitrary<string> =>
    fc
      .oneof(...ranges.map(([min, max]) => fc.integer({ min, max })))
      .map((point) => String.fromCodePoint(point));
  if (whole.length === 0) return fc.constant('');
  return printable.length === 0
    ? pick(whole)
    : fc.oneof({ weight: 3, arbitrary: pick(printable) }, { weight: 1, arbitrary: pick(whole) });
}

function withoutHalves([first, last]: readonly [number, number]): readonly (readonly [
  number,
  number,
])[] {
  const parts = [
    [first, Math.min(last, 0xd7ff)],
    [Math.max(first, 0xe000), last],
  ] as const;
  return parts.filter(([low, high]) => low <= high);
}

const two = (number: number): string => String(number).padStart(2, '0');
const dates = fc
  .tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);
const times = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
    fc.constantFrom('Z', '+02:00', '-11:30', '.25Z'),
  )
  .map(([hour, minute, second, zone]) => `${two(hour)}:${two(minute)}:${two(second)}${zone}`);
const words = fc.stringMatching(/^[a-z][a-z0-9_-]{0,11}$/);
const hosts = fc
  .array(fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/), { minLength: 1, maxLength: 3 })
  .map((labels) => labels.join('.'));
const urls = fc
  .tuple(fc.constantFrom('http', 'https'), hosts, fc.array(words, { maxLength: 3 }))
  .map(([scheme, host, segments]) => `${scheme}://${host}/${segments.join('/')}`);
const pointers = fc
  .array(fc.oneof(words, fc.constantFrom('', '~0', '~1', '0')), { maxLength: 3 })
  .map((keys) => keys.map((key) => `/${key}`).join(''));

/** Texts of each format a schema may name. */
const FORMATTED: ReadonlyMap<string, fc.Arbitrary<string>> = new Map([
  ['date', dates],
  ['date-time', fc.tuple(dates, times).map((parts) => parts.join('T'))],
  ['duration', fc.constantFrom('P1D', 'PT5M', 'P2W', 'P1Y2M3DT4H5M6S', 'PT0S')],
  ['email', fc.tuple(words, hosts).map((parts) => parts.join('@'))],
  ['hostname', hosts],
  ['http-url', urls],
  ['ipv4', fc.ipV4()],
  ['ipv6', fc.ipV6()],
  ['json-pointer', pointers],
  ['relative-json-pointer', fc.tuple(fc.nat(9), pointers).map(([up, down]) => `${up}${down}`)],
  ['safe-path', fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))],
  ['time', times],
  ['uri', urls],
  ['uuid', fc.uuid()],
]);
