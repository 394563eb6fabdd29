import { spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
} from '../../packages/capabilities/dist/index.js';
import { openProcessRunner, threadRunner } from '../../packages/capabilities/dist/node.js';

// What an invocation costs whose handler runs elsewhere, beside a bare round trip to a sandboxed child,
// and how soon a handler that never stops is dead.
// node runners.mjs [round trips] [runaways]

const trips = Number(process.argv[2] ?? 4_000);
const runaways = Number(process.argv[3] ?? 100);
const TIMEOUT_MS = 200;

const folder = mkdtempSync(join(tmpdir(), 'sovereign-runners-'));
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const capability = (name, body) => {
  const file = join(folder, `${name}.js`);
  writeFileSync(
    file,
    `export default Object.defineProperty({}, Symbol.for('@sovereign/capabilities/handler'), { value: async (args) => { ${body} } });`,
  );
  return defineCapability({
    name: `bench.${name}`,
    version: 1,
    summary: 'Stands for something.',
    args: {
      type: 'object',
      properties: { query: { type: 'string', maxLength: 256 } },
      required: ['query'],
    },
    result: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    sideEffect: 'read_only',
    network: 'local',
    bounds: { timeoutMs: TIMEOUT_MS, maxResultBytes: 1_000, maxPerTurn: 1_000_000 },
    handler: pathToFileURL(file),
  });
};
const echo = capability('echo', 'return { title: args.query };');
const loop = capability('loop', "if (args.query === 'loop') for (;;); return { title: 'warm' };");
const registry = createRegistry([echo, loop]);
const caller = createCaller({ principal: 'person:ada', origin: 'user' });
const args = { query: 'milk' };

async function through(runner) {
  await runner.prepare(registry);
  const executor = createExecutor({
    registry,
    directory: listedDirectory({ persons: [{ id: 'ada' }] }),
    runner,
  });
  return (name, query = 'milk') =>
    executor.invoke({ capability: name, version: 1, args: { query } }, caller);
}

/** A child behind the same layer that answers each line with a line, and nothing around it. */
function bareChild(wrapped) {
  const program = join(folder, 'bare.mjs');
  writeFileSync(
    program,
    `let rest = '';
     process.stdin.on('data', (bytes) => {
       const lines = (rest + bytes).split('\\n');
       rest = lines.pop();
       for (const line of lines) process.stdout.write(JSON.stringify({ title: JSON.parse(line).query }) + '\\n');
     });`,
  );
  const flags = ['--permission', `--allow-fs-read=${program}`, '--no-addons'];
  const [file, ...rest] = [...wrapped(program), process.execPath, ...flags, program];
  const child = spawn(file, rest, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] });
  let told;
  let text = '';
  child.stdout.on('data', (bytes) => {
    text += bytes;
    if (text.endsWith('\n')) {
      const line = text;
      text = '';
      told(JSON.parse(line));
    }
  });
  return {
    call: () =>
      new Promise((resolve) => {
        told = resolve;
        child.stdin.write(`${JSON.stringify(args)}\n`);
      }),
    end: () => child.kill('SIGKILL'),
  };
}

const LIBRARIES = ['/lib', '/lib64', '/usr/lib'];
const wraps = {
  bubblewrap: (program) => [
    '/usr/bin/bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[process.execPath, program].flatMap((path) => ['--ro-bind', path, path]),
    '--dev',
    '/dev',
    '--chdir',
    '/',
    '--',
  ],
  unshare: () => ['/usr/bin/unshare', '-rpnf', '--kill-child', '--'],
  none: () => [],
};

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
const sorted = (samples) => [...samples].sort((one, other) => one - other);

/** Round trips in turn, so that a slow phase of the machine falls on all. */
async function timed(subjects) {
  const samples = subjects.map(() => []);
  for (let trip = 0; trip < trips; trip += 1)
    for (const [index, call] of subjects.entries()) {
      const before = performance.now();
      await call();
      if (trip > trips / 10) samples[index].push((performance.now() - before) * 1_000);
    }
  return samples.map(sorted);
}

const childrenOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
      .split(' ')
      .filter(Boolean)
      .flatMap((child) => [child, ...childrenOf(child)]);
  } catch {
    return [];
  }
};
const direct = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
/** Every child of this process, each with what it has started itself. */
const workers = () => direct(process.pid).map((child) => [child, ...childrenOf(child)]);
const isAlive = (pid) => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
};
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Threads that use the processor: all but those that sleep. */
const running = () =>
  readdirSync('/proc/self/task').filter((task) => {
    try {
      return / R /.test(readFileSync(`/proc/self/task/${task}/stat`, 'latin1'));
    } catch {
      return false;
    }
  }).length;

/** How long after its deadline a handler that never stops is dead, in milliseconds. */
async function overshoots(invoke, isDead) {
  const samples = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let run = 0; run < runaways; run += 1) {
    // Warm, so that the time counts from when the handler has its call.
    await invoke('bench.loop');
    const before = performance.now();
    const answered = invoke('bench.loop', 'loop');
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 2));
    const gone = isDead();
    const { code } = await answered;
    if (code !== 'timed_out') throw new Error(`it ended with ${code}`);
    while (!gone()) await turn();
    samples.push(performance.now() - before - TIMEOUT_MS);
  }
  delay.disable();
  const ms = (part) => (delay.percentile(part) / 1e6).toFixed(1);
  console.log(`event loop of the host meanwhile: p99 ${ms(99)} ms, most ${ms(100)} ms late`);
  return sorted(samples);
}

const line = (name, samples, digits = 0) =>
  console.log(
    name.padEnd(34),
    ...[0.5, 0.9, 0.99].map((part) => at(samples, part).toFixed(digits).padStart(9)),
  );

const inline = await through(inlineRunner());
const thread = threadRunner();
const inThread = await through(thread);
console.log('round trip, µs'.padEnd(34), '      p50       p90       p99');
for (const layer of Object.keys(wraps)) {
  let runner;
  try {
    runner = await openProcessRunner({ layer });
  } catch {
    console.log(`${layer}: does not work here`);
    continue;
  }
  const invoke = await through(runner);
  const bare = bareChild(wraps[layer]);
  const [alone, whole, here, threaded] = await timed([
    bare.call,
    () => invoke('bench.echo'),
    () => inline('bench.echo'),
    () => inThread('bench.echo'),
  ]);
  line(`bare child, ${layer}`, alone);
  line(`invoke, process, ${layer}`, whole);
  line('invoke, inline', here, 1);
  line('invoke, thread', threaded);
  console.log(
    `${layer}: invoke ÷ bare child = ${(at(whole, 0.5) / at(alone, 0.5)).toFixed(2)} at the median`,
  );
  bare.end();
  const dead = await overshoots(invoke, () => {
    const before = workers();
    // The innermost of each is the handler's own. Those that wait live on: whoever was busy goes.
    return () => before.some((group) => !isAlive(group.at(-1)));
  });
  line(`dead after its deadline, ${layer}, ms`, dead, 2);
  await runner.close();
}
const deadThread = await overshoots(inThread, () => () => running() <= 1);
line('dead after its deadline, thread, ms', deadThread, 2);
await thread.close();
