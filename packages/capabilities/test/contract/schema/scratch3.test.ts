import * as fc from 'fast-check';
import { test } from 'vitest';
import { parsePattern } from '../../../src/contract/schema/pattern-syntax.js';
import { nativeSteps, linearFault, MAX_NATIVE_STEPS } from '../../../src/contract/schema/pattern-cost.js';
import { compileLinear, toRe2 } from '../../../src/contract/schema/linear-pattern.js';
const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', '\\s', '[a-z]', '\\b', 'ab','aa', '^','$');
const { pat } = fc.letrec<{ pat: string; seq: string }>((tie) => ({
  pat: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.array(fc.oneof(atom, tie('seq')), { minLength: 1, maxLength: 6 }).map((p) => p.join(''))),
  seq: fc.oneof({ depthSize: 'small' }, atom, fc.tuple(tie('pat'), tie('pat')).map(([a, b]) => `(?:${a}|${b})`), fc.tuple(tie('pat'), fc.constantFrom('*', '+', '?', '{0,3}', '{2}', '{5,40}', '{0,200}', '*?', '{900}')).map(([a, q]) => `(?:${a})${q}`)),
}));
test('stress', async () => {
  const L = Number(process.env.L ?? 4096); const rows: any[] = []; let n = 0, lin = 0, nat = 0, mism = 0;
  const texts = ['a'.repeat(L), 'ab'.repeat(L / 2), 'a'.repeat(L - 1) + '!', 'aab'.repeat(L / 3), 'b'.repeat(L), ('ab'.repeat(20) + '!').repeat(L / 41), 'a b'.repeat(L / 3)];
  for (const p of fc.sample(pat, { numRuns: 4000, seed: Number(process.env.SEED ?? 1) })) {
    const parsed = parsePattern(p); if (!parsed.ok) continue; n++;
    const steps = nativeSteps(parsed.pattern, L);
    const native = steps <= MAX_NATIVE_STEPS;
    if (!native && linearFault(parsed.pattern, L) !== undefined) continue;
    let m; try { m = native ? ((r) => (s: string) => r.test(s))(new RegExp(p, 'u')) : await compileLinear(parsed.pattern); } catch (e) { console.log('REFUSED', p, toRe2(parsed.pattern), (e as Error).message); continue; }
    if (native) nat++; else lin++;
    for (const t of texts) { const t0 = performance.now(); m(t); rows.push([performance.now() - t0, native ? 'N' : 'L', Math.round(steps), p.slice(0, 90)]); }
  }
  console.log({ n, nat, lin, mism }); console.log(rows.sort((x, y) => y[0] - x[0]).slice(0, 10).map(r => r.join(' ')).join('\n'));
}, 300000);
