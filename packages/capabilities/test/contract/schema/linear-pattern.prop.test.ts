import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { compileLinear } from '../../../src/contract/schema/linear-pattern.js';
import { linearFault } from '../../../src/contract/schema/pattern-cost.js';
import { parsePattern } from '../../../src/contract/schema/pattern-syntax.js';

const atoms = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'A',
    '.',
    '-',
    '\\.',
    '\\n',
    'é',
    '😀',
    '_',
    ' ',
    '^',
    '$',
    '\\b',
    '\\B',
  ),
  fc.constantFrom(
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '[ab]',
    '[^a]',
    '[a-c😀]',
    '[^\\w\\s]',
    '[]',
  ),
  fc.constantFrom('[^]', '\\x61', '\\u0062', '\\u{1F600}', '\\cJ', '\\0'),
);
const quantifiers = fc.constantFrom('', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{0}');
const isEdge = (source: string): boolean => ['^', '$', '\\b', '\\B'].includes(source);

const { source: sources } = fc.letrec<{ source: string }>((tie) => {
  const group = fc
    .tuple(fc.constantFrom('(', '(?:', '(?<g>'), tie('source'))
    .map(([open, body]) => `${open}${body})`);
  const term = fc
    .tuple(fc.oneof({ depthSize: 'small' }, atoms, group), quantifiers)
    .map(([atom, quantifier]) => (isEdge(atom) ? atom : `${atom}${quantifier}`));
  const branch = fc.array(term, { maxLength: 4 }).map((terms) => terms.join(''));
  return { source: fc.array(branch, { minLength: 1, maxLength: 3 }).map((all) => all.join('|')) };
});

// Short, so that no pattern is slow in JavaScript either.
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', 'b', 'A', '1', '_', ' ', '-', '\n', 'é', '😀'),
    maxLength: 8,
  }),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

test.prop([sources, fc.array(texts, { minLength: 5, maxLength: 5 })])(
  'for every admitted pattern and text: the linear-time engine and JavaScript agree',
  async (source, some) => {
    const parsed = parsePattern(source);
    fc.pre(parsed.ok && linearFault(parsed.pattern, 100) === undefined);
    if (!parsed.ok) return;
    const matches = await compileLinear(parsed.pattern);
    const native = new RegExp(source, 'u');
    expect(some.map(matches)).toEqual(some.map((text) => native.test(text)));
  },
);
