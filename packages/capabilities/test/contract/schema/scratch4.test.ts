import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { acceptSchema } from '../../../src/contract/schema/accept-schema.js';
import { ContractError } from '../../../src/contract/contract-error.js';
import { smallSchemas, smallValues } from './random-schemas.js';
const ALL = ['array', 'boolean', 'null', 'number', 'object', 'string'];
const accept = (s: any, browser = false) => {
  const g = globalThis as any;
  const p = g.process;
  try {
    if (browser) g.process = undefined;
    return acceptSchema(s, { subject: 't', place: 'result' });
  } finally {
    g.process = p;
  }
};
test('oracle', () => {
  const out: string[] = [];
  let accepted = 0,
    refused = 0,
    disagree = 0,
    vio = 0;
  const reasons = new Map<string, number>();
  for (const [s0, values] of fc.sample(
    fc.tuple(smallSchemas, fc.array(smallValues, { minLength: 15, maxLength: 15 })),
    { numRuns: Number(process.env.N ?? 3000), seed: Number(process.env.SEED ?? 1) },
  )) {
    const s = { ...(s0 as any), allOf: [...((s0 as any).allOf ?? []), { type: ALL }] };
    let a, b;
    try {
      a = accept(s);
      b = accept(s, true);
    } catch (e) {
      if (!ContractError.is(e)) throw e;
      refused++;
      const m = (e as any).fault.replace(/^.*?`: /, '');
      reasons.set(m, (reasons.get(m) ?? 0) + 1);
      continue;
    }
    accepted++;
    const verdicts = values.map((v) => {
      const x = a.check(v),
        y = b.check(v);
      if (x !== y) {
        disagree++;
        if (disagree < 4) console.log('DISAGREE', JSON.stringify(a.json), JSON.stringify(v), x, y);
      }
      const w = a.violations(v);
      if ((w.length === 0) !== x || w.some((q) => q.rule === 'complexity')) {
        vio++;
        if (vio < 4) console.log('VIO', JSON.stringify(a.json), JSON.stringify(v), x, w);
      }
      return [v, x, y];
    });
    out.push(JSON.stringify({ schema: a.json, verdicts }));
  }
  writeFileSync('/tmp/oracle.jsonl', out.join('\n'));
  console.log(
    { accepted, refused, disagree, vio },
    [...reasons].sort((p, q) => q[1] - p[1]).slice(0, 12),
  );
}, 300000);
