import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { spread } from './cpu.mjs';

// What importing the core costs over bare Node: CPU of the whole process, user and system.
// node import.mjs [rounds]

const rounds = Number(process.argv[2] ?? 11);
const core = fileURLToPath(new URL('../../packages/capabilities/dist/index.js', import.meta.url));
const print =
  'const { userCPUTime: u, systemCPUTime: s } = process.resourceUsage(); console.log(u + s);';
const SUBJECTS = { 'bare Node': print, core: `await import(${JSON.stringify(core)}); ${print}` };

const samples = new Map(Object.keys(SUBJECTS).map((name) => [name, []]));
for (let round = 0; round <= rounds; round += 1)
  for (const [name, code] of Object.entries(SUBJECTS)) {
    const micros = Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
    );
    if (round > 0) samples.get(name).push(micros / 1_000); // the first warms the file cache
  }

const bare = spread(samples.get('bare Node')).median;
console.log('| subject | ms of CPU, median [least–most] | over bare Node |');
console.log('| --- | --- | --- |');
for (const [name, values] of samples) {
  const { median, least, most } = spread(values);
  console.log(
    `| ${name} | ${median.toFixed(1)} [${least.toFixed(1)}–${most.toFixed(1)}] | ${(median - bare).toFixed(1)} |`,
  );
}
