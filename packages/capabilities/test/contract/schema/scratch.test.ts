import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { acceptSchema } from '../../../src/contract/schema/accept-schema.js';
import { mapHeld } from '../../../src/contract/schema/subschemas.js';
import { ContractError } from '../../../src/contract/contract-error.js';

const NEUTRAL: Record<string, unknown> = {
  additionalProperties: true,
  unevaluatedProperties: true,
  maxLength: 1e6,
  maxItems: 1e6,
};
const ALL = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
function put(root: any, path: string, key: string, value: unknown) {
  let at = root;
  for (const k of path.split('/').slice(1)) at = at[k.replaceAll('~1', '/').replaceAll('~0', '~')];
  at[key] = value;
}
function open(schema: any, draft7: boolean) {
  const doc = JSON.stringify(schema);
  const addAll = (n: any): any =>
    typeof n !== 'object' || n === null
      ? n
      : mapHeld(
          {
            ...n,
            ...(!doc.includes('unevaluatedProperties') &&
            n.$ref === undefined &&
            n.additionalProperties === undefined &&
            (n.type === undefined || [n.type].flat().includes('object'))
              ? { additionalProperties: true }
              : {}),
            ...(n.pattern !== undefined && n.maxLength === undefined ? { maxLength: 4096 } : {}),
          },
          (p) => addAll(p),
        );
  let s = typeof schema === 'boolean' ? { allOf: [schema] } : structuredClone(schema);
  s = addAll(s);
  if (draft7) s.$schema ??= 'http://json-schema.org/draft-07/schema#';
  if (!(draft7 && s.$ref !== undefined)) s = { ...s, allOf: [...(s.allOf ?? []), { type: ALL }] };
  for (let i = 0; i < 20; i++) {
    const a = acceptSchema(s, { subject: 't', place: 'result' });
    if (a.tightened.length === 0) return a;
    s = JSON.parse(JSON.stringify(a.json));
    for (const t of a.tightened)
      put(
        s,
        t.path,
        t.keyword,
        t.keyword === 'propertyNames' ? { maxLength: 256 } : NEUTRAL[t.keyword],
      );
  }
  throw new Error('no fixpoint');
}
for (const d of ['draft2020-12', 'draft7'])
  test(d, async () => {
    const files = JSON.parse(
      readFileSync(`/work/shared/data/json-schema-test-suite/${d}.json`, 'utf8'),
    );
    let passed = 0,
      refused = 0,
      failed = 0;
    const reasons = new Map<string, number>();
    for (const f of files)
      for (const g of f.groups) {
        let a;
        try {
          a = open(g.schema, d === 'draft7');
        } catch (e) {
          refused++;
          const m = ContractError.is(e)
            ? (e as any).fault.replace(/^.*?`: /, '')
            : 'BUG ' + (e as Error).stack;
          reasons.set(m, (reasons.get(m) ?? 0) + 1);
          continue;
        }
        await a.ready?.();
        const bad = g.tests.filter(
          (t: any) =>
            a.check(t.data) !== t.valid || (a.violations(t.data).length === 0) !== t.valid,
        );
        if (bad.length) {
          failed++;
          console.log(
            'FAIL',
            f.file,
            '|',
            g.description,
            '|',
            JSON.stringify(g.schema).slice(0, 300),
            bad
              .map(
                (b: any) =>
                  `${b.description} want ${b.valid} ${JSON.stringify(b.data)} ${JSON.stringify(a.violations(b.data))}`,
              )
              .slice(0, 3),
          );
        } else passed++;
      }
    console.log(d, { passed, refused, failed });
    console.log([...reasons].sort((a, b) => b[1] - a[1]));
  });
