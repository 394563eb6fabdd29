import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { acceptSchema } from '../../../src/contract/schema/accept-schema.js';
import { ContractError } from '../../../src/contract/contract-error.js';
test('redos', async () => {
  const patterns = JSON.parse(readFileSync(`/work/shared/data/redos/patterns.json`, 'utf8'));
  console.log(patterns.length, Object.keys(patterns.find((p: any) => p.recheck?.status === 'vulnerable')), JSON.stringify(patterns.find((p: any) => p.recheck?.status === 'vulnerable')), JSON.stringify(patterns.filter((p: any)=>p.recheck?.status === 'vulnerable' && !p.recheck.attack_string && !p.attack_string).slice(0,3)));
  const reasons = new Map<string, number>(); let native = 0, linear = 0; let slow: [number, string, string][] = [];
  for (const p of patterns) {
    let a; try { a = acceptSchema({ type: 'string', pattern: p.source, maxLength: 4096 }, { subject: 't', place: 'result' }); } catch (e) { const m = ContractError.is(e) ? (e as any).fault.replace(/^.*?`: /, '') : 'BUG ' + (e as Error).stack; reasons.set(m, (reasons.get(m) ?? 0) + 1); continue; }
    try { await a.ready?.(); } catch (e) { console.log('READY', p.source, (e as Error).message); }
    if (a.ready) linear++; else native++;
    const attack = p.recheck?.attack_string ?? p.attack_string ?? p.recheck?.attack?.string;
    for (const s of [attack, ...(attack ? [attack.slice(0, 4096)] : []), 'a'.repeat(4096) + '!', 'a'.repeat(4095)+'!', ' '.repeat(4096)]) if (s !== undefined) { const t = performance.now(); a.check(s); const d = performance.now() - t; slow.push([d, p.source, s.slice(0, 20)]); }
  }
  console.log({ native, linear }, reasons); console.log(slow.sort((x, y) => y[0] - x[0]).slice(0, 12));
});
