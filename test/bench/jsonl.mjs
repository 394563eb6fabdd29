import { randomUUID } from 'node:crypto';
import {
  fdatasync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spread } from './cpu.mjs';

// What a durable, hash-chained audit event costs, beside a bare append and beside pino.
// node --expose-gc jsonl.mjs [rounds] [seconds]
// SOVEREIGN_DIST names another folder with the built `node.js`, SOVEREIGN_BENCH_DIR another disk.

const rounds = Number(process.argv[2] ?? 40);
const seconds = Number(process.argv[3] ?? 1);
const dist =
  process.env.SOVEREIGN_DIST ?? join(import.meta.dirname, '../../packages/capabilities/dist');
const load = (file) => import(pathToFileURL(resolve(dist, file)).href);
const { openJsonlSink, verifyJsonl } = await load('node.js');
const pino = await import('pino').then(
  (module) => module.default,
  () => undefined,
);

const folder = mkdtempSync(join(process.env.SOVEREIGN_BENCH_DIR ?? tmpdir(), 'sovereign-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const draftOf = (index) => ({
  kind: 'invocation',
  id: randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
  capability: 'pihole.status',
  version: 1,
  side_effect: 'read_only',
  network: 'local',
  stage_reached: 'executed',
  outcome: 'completed',
  ruling: 'allow',
  rule: 'default',
  policy_revision: 7,
  origin: 'model',
  principal: 'person:anna',
  intention: 'intent:12',
  result_bytes: 321,
  duration_ms: 1.234 + (index % 1000) / 1000,
});
const draftsOf = (count) => Array.from({ length: count }, (_, index) => draftOf(index));
const shuffled = (list) =>
  list
    .map((item) => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
const fixed = (value, digits = 0) => value.toFixed(digits).padStart(9);
const show = (name, ...cells) => console.log(name.padEnd(44), ...cells);

/** How large a line of ours is: what the bare appends write as well. */
async function lineBytes() {
  const sink = await openJsonlSink(join(folder, 'probe', 'audit.jsonl'));
  await sink.append(draftOf(0));
  await sink.close();
  return statSync(sink.path).size;
}

/** One caller that waits for each append: blocks of calls in turn, so that a slow phase falls on all. */
async function latency(line) {
  const sink = await openJsonlSink(join(folder, 'latency', 'audit.jsonl'));
  const [blocking, pooled] = ['blocking', 'pooled'].map((name) =>
    openSync(join(folder, name), 'a', 0o600),
  );
  const logger = pino?.(pino.destination({ dest: join(folder, 'pino'), sync: true, fsync: true }));
  const subjects = [
    {
      name: 'bare append + fdatasync',
      call: () => (writeSync(blocking, line), fdatasyncSync(blocking)),
    },
    {
      name: 'bare append + fdatasync through the pool',
      call: () => (writeSync(pooled, line), new Promise((done) => fdatasync(pooled, done))),
    },
    { name: 'openJsonlSink, hash-chained', call: (draft) => sink.append(draft) },
    ...(logger === undefined
      ? []
      : [{ name: 'pino, fsync per line', call: (draft) => logger.info(draft) }]),
  ];
  const samples = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    // In another order each time: a file's flush is slower after some others than after others.
    for (const { name, call } of shuffled(subjects))
      for (const [index, draft] of draftsOf(40).entries()) {
        const before = performance.now();
        await call(draft);
        // The first of a block pay for what the block before left behind.
        if (index >= 8 && round > 0) samples.get(name).push((performance.now() - before) * 1000);
      }
  await sink.close();
  const bare = spread(samples.get(subjects[0].name)).median;
  console.log(
    `one caller, ${rounds} blocks of 40 in turn${' '.repeat(16)}  p50 µs   p95 µs    x bare`,
  );
  for (const [name, list] of samples) {
    const sorted = [...list].sort((a, b) => a - b);
    const { median } = spread(list);
    show(
      name,
      fixed(median),
      fixed(sorted[Math.floor(sorted.length * 0.95)]),
      fixed(median / bare, 2),
    );
  }
  if (pino === undefined) console.log('pino is not installed here: skipped');
}

/** So many callers, each waiting for its own appends; with the CPU of the process and of its main thread. */
async function throughput(callers, name, open) {
  const { append, close } = await open(join(folder, `throughput-${name}-${callers}`));
  const rates = [];
  const process_ = [];
  const main = [];
  for (let pass = 0; pass < 5; pass += 1) {
    const drafts = draftsOf(callers === 1 ? 3_000 * seconds : 40_000 * seconds);
    globalThis.gc?.();
    const cpu = process.cpuUsage();
    const thread = process.threadCpuUsage();
    const started = performance.now();
    const until = started + seconds * 1000;
    let next = 0;
    const work = async () => {
      while (next < drafts.length && performance.now() < until) await append(drafts[next++]);
    };
    await Promise.all(Array.from({ length: callers }, work));
    const took = (performance.now() - started) / 1000;
    const used = process.cpuUsage(cpu);
    const own = process.threadCpuUsage(thread);
    if (pass === 0) continue; // warm
    rates.push(next / took);
    process_.push((used.user + used.system) / next);
    main.push((own.user + own.system) / next);
  }
  await close();
  const [rate, all, thread] = [rates, process_, main].map((list) => spread(list));
  show(
    `${name}, ${callers} callers`,
    `${fixed(rate.median)} [${Math.round(rate.least)}–${Math.round(rate.most)}]`.padEnd(28),
    fixed(all.median, 1),
    fixed(thread.median, 1),
  );
}

const ours = async (path) => {
  const sink = await openJsonlSink(join(path, 'audit.jsonl'));
  return { append: (draft) => sink.append(draft), close: () => sink.close() };
};

/** What cannot be undercut: groups of 64 lines that are ready, one write and one flush each, no chain, nobody waiting. */
const bareGroups = (line) => async (path) => {
  const file = openSync(path, 'a', 0o600);
  const group = line.repeat(64);
  let queued = 0;
  return {
    append: () => {
      queued += 1;
      if (queued % 64 !== 0) return undefined;
      writeSync(file, group, null, 'latin1');
      return new Promise((done) => fdatasync(file, done));
    },
    close: () => undefined,
  };
};

const bytes = await lineBytes();
const line = `${'x'.repeat(bytes - 1)}\n`;
console.log(`Node ${process.version}; lines of ${bytes} bytes in ${folder}\n`);
await latency(line);
console.log(`\n${'durable events'.padEnd(44)}        /s [least–most]           CPU µs  main µs`);
await throughput(1, 'bare groups of 64', bareGroups(line));
for (const callers of [1, 8, 64, 256]) await throughput(callers, 'openJsonlSink', ours);

const started = performance.now();
const report = await verifyJsonl(join(folder, 'throughput-openJsonlSink-256', 'audit.jsonl'));
const took = (performance.now() - started) * 1000;
console.log();
show(
  'verifyJsonl',
  `${report.ok ? 'ok' : 'FAULTS'}, ${report.lines} events, ${(took / report.lines).toFixed(1)} µs each`,
);
