import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError } from '../../../src/contract/contract-error.js';
import { PowerError } from '../../../src/powers/power-error.js';
import type { Powers } from '../../../src/powers/powers.js';
import { createRegistry } from '../../../src/registry/registry.js';
import { fixtureCapability } from '../../../src/testing/fixture-host.js';
import { openProcessRunner, type ProcessRunner } from '../../../src/node/runners/process-runner.js';
import { layersHere } from '../../../src/node/runners/sandbox/layer.js';
import { HOSTILE, handlerFile } from './hostile.js';
import { NODES } from './nodes.js';
import { builtPrograms } from './programs.js';
import { loading, MODULAR, taskOf } from './runner-task.js';

const programs = builtPrograms();
const LAYERS = [...new Set(layersHere().map(({ name }) => name))];

const POWERS = {
  log: { note: () => undefined },
  clock: { now: () => 1_000 },
  file: {
    readText: (path: string) =>
      path === '/there'
        ? Promise.resolve('hello')
        : Promise.reject(new PowerError('file', 'not_declared')),
  },
} as unknown as Partial<Powers>;

async function withRunner<T>(
  options: Parameters<typeof openProcessRunner>[0],
  use: (runner: ProcessRunner) => Promise<T>,
): Promise<T> {
  const runner = await openProcessRunner({ programs: programs(), ...options });
  try {
    return await use(runner);
  } finally {
    await runner.close?.();
  }
}

describe('process runner', () => {
  it('runs the one file of a handler with its arguments and powers, and keeps it warm', () =>
    withRunner(
      {
        load: loading(
          "return { ...args, text: await powers.file.readText('/there'), keys: Object.keys(powers), now: powers.clock.now() >= 1000, id: invocation.id };",
        ),
      },
      async (runner) => {
        const task = taskOf({ args: { a: 1 }, powers: POWERS });
        const expected = {
          a: 1,
          text: 'hello',
          keys: ['log', 'clock', 'file'],
          now: true,
          id: 'x',
        };
        expect(await runner.run(task)).toMatchObject({ ok: true, result: expected });
        expect(await runner.run(task)).toMatchObject({ ok: true, result: expected });
        expect(runner.count().all).toBeLessThanOrEqual(2);
      },
    ));

  it('S1-077 a power that is not lent is not there, and one that refuses says its word', () =>
    withRunner(
      {
        load: loading(
          "try { await powers.file.readText('/elsewhere') } catch (no) { return { code: no.code, web: powers.web === undefined } }",
        ),
      },
      async (runner) => {
        expect(await runner.run(taskOf({ powers: POWERS }))).toMatchObject({
          result: { code: 'not_declared', web: true },
        });
      },
    ));

  it('refuses a registry that it cannot run, before anything is served', () =>
    withRunner({ load: () => Promise.reject(new Error('/home/x')) }, async (runner) => {
      const inline = fixtureCapability().capability;
      await expect(runner.prepare(createRegistry([inline]))).rejects.toThrow(/has its work inline/);
      await expect(runner.prepare(createRegistry([MODULAR]))).rejects.toThrow(ContractError);
      expect(await runner.run({ ...taskOf() })).toMatchObject({
        code: 'worker_lost',
        started: false,
      });
    }));

  it('a module that imports anything is told as what it is, and nothing was started', () =>
    withRunner({ load: loading('return {}', "import { x } from 'node:fs';") }, async (runner) => {
      expect(await runner.run(taskOf())).toMatchObject({
        code: 'worker_lost',
        started: false,
        thrown: { message: expect.stringContaining('imports `node:fs`') as string },
      });
    }));

  it('a worker that does not get as far as its first word stops the start, not each invocation', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sovereign-mute-'));
    chmodSync(folder, 0o755);
    cpSync(fileURLToPath(programs()), folder, { recursive: true });
    writeFileSync(join(folder, 'process.child.js'), 'process.exit(3)');
    const opening = openProcessRunner({ programs: pathToFileURL(`${folder}/`), layer: 'none' });
    await expect(opening).rejects.toThrow(/the layer `none` does not work/);
    rmSync(folder, { recursive: true });
  });

  it('asks a hundred things at once, and loses none', () =>
    withRunner(
      {
        load: loading(
          "const texts = await Promise.all(Array.from({ length: 100 }, () => powers.file.readText('/there'))); return { texts: texts.length };",
        ),
      },
      async (runner) => {
        expect(await runner.run(taskOf({ powers: POWERS }))).toMatchObject({
          result: { texts: 100 },
        });
      },
    ));

  it('only what came through the door is run', () =>
    withRunner({ load: loading('return {}') }, async (runner) => {
      const forged = Object.fromEntries(Object.entries(taskOf()));
      expect(await runner.run(forged as never)).toMatchObject({ started: false });
    }));

  it('a handler finds the language around it, its timers, and nothing else', () =>
    withRunner(
      {
        load: loading(`
          const platform = 'AbortController AbortSignal DOMException Event EventTarget TextDecoder TextEncoder URL URLSearchParams atob btoa queueMicrotask structuredClone setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate performance crypto console process'.split(' ');
          const language = 'globalThis parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN undefined'.split(' ');
          const names = Object.getOwnPropertyNames(globalThis);
          const rest = names.filter((name) => !platform.includes(name));
          const frozen = [globalThis, ...names.map((name) => globalThis[name])].every((one) => Object(one) !== one || Object.isFrozen(one));
          return { missing: platform.filter((name) => !names.includes(name)), odd: rest.filter((name) => /^[a-z]/.test(name) && !language.includes(name)), frozen, process: Object.keys(process) };`),
      },
      async (runner) => {
        expect(await runner.run(taskOf())).toMatchObject({
          result: {
            missing: [],
            odd: [],
            frozen: true,
            process: ['env', 'platform', 'versions', 'argv'],
          },
        });
      },
    ));

  it('ends every worker when it is closed', async () => {
    const runner = await openProcessRunner({ programs: programs(), load: loading('for (;;);') });
    const running = runner.run(taskOf({ timeoutMs: 60_000 }));
    await sleep(500);
    await runner.close?.();
    expect(await running).toMatchObject({ ok: false });
    expect(runner.count()).toEqual({ all: 0, idle: 0 });
  });

  it('the next invocation sees nothing of what one left: no timer, no global, no patch', () =>
    withRunner(
      {
        load: loading(
          `if (args.first) {
             setInterval(() => { ticks += 1 }, 1);
             try { globalThis.mark = 1 } catch {}
             try { Array.prototype.push = () => 'patched' } catch {}
             try { JSON.stringify = () => 'patched' } catch {}
             try { Object.defineProperty(Promise.prototype, 'then', { value: null }) } catch {}
             return {};
           }
           const before = ticks;
           await new Promise((done) => setTimeout(done, 30));
           return { ticked: ticks - before, mark: typeof mark, pushed: [1].push(2) };`,
          'let ticks = 0;',
        ),
      },
      async (runner) => {
        expect(await runner.run(taskOf({ args: { first: true } }))).toMatchObject({ ok: true });
        expect(await runner.run(taskOf())).toMatchObject({
          result: { ticked: 0, mark: 'undefined', pushed: 2 },
        });
      },
    ));
});

for (const { title, path: node } of NODES)
  describe(`S1-078 what is said of isolation: ${title}`, () => {
    it.each(LAYERS)(
      '%s: what was tried, and the permissions of the Node that runs handlers',
      (layer) =>
        withRunner({ layer, node, load: loading('return {}') }, async (runner) => {
          const { network, files, signals } = runner.isolation;
          // Before Node 25 the runtime leaves the network open, and `unshare` the sockets that are files.
          const runtime = /node-2[24]-/.test(title) ? 'none' : 'runtime';
          expect({ network, files }).toEqual(
            layer === 'bubblewrap'
              ? { network: 'system', files: 'system' }
              : { network: runtime, files: 'runtime' },
          );
          if (layer !== 'none') expect(signals).toBe('system');
          expect(await runner.run(taskOf())).toMatchObject({ ok: true });
        }),
    );
  });

/** Where a handler of this title is loaded from. */
const at = (title: string): URL => new URL(`fixture:${encodeURIComponent(title)}`);
const GOOD = handlerFile('return { good: true };');
const source = (url: URL): Promise<string> => {
  const found = HOSTILE.find(({ title }) => at(title).href === url.href);
  return Promise.resolve(found === undefined ? GOOD : handlerFile(found.body));
};
const taskAt = (title: string, timeoutMs: number) =>
  taskOf({
    capability: { ...MODULAR, id: `${title}@1` },
    work: { handler: at(title), perform: undefined },
    timeoutMs,
    powers: POWERS,
  });

for (const layer of LAYERS)
  describe(`S1-075 S1-076 S1-078 hostile handlers behind the layer ${layer}`, () => {
    let runner: ProcessRunner;
    beforeAll(async () => {
      runner = await openProcessRunner({ programs: programs(), layer, load: source });
    }, 60_000);
    afterAll(() => runner.close?.());

    for (const { title, ends } of HOSTILE)
      it(`${title}: ends as it must, and the next is served`, { timeout: 30_000 }, async () => {
        const timeoutMs = 1_000;
        const memory = process.memoryUsage().rss;
        const startedAt = performance.now();
        const ran = await runner.run(taskAt(title, timeoutMs));
        const tookMs = performance.now() - startedAt;
        expect(ends).toContain(ran.ok ? 'completed' : ran.code);
        if (ran.ok) expect(ran.result).toEqual({ gained: false });
        // The wait for a worker may be as long again; a shared machine gets some grace.
        expect(tookMs).toBeLessThan(2 * timeoutMs + 2_000);
        expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1_048_576);
        expect(await runner.run(taskAt('good', 5_000))).toMatchObject({
          ok: true,
          result: { good: true },
        });
      });
  });

it('names the layers that were tried here', () => {
  // What is missing is not tested here, and that is said rather than passed over.
  for (const [name, tool] of [
    ['bubblewrap', '/usr/bin/bwrap'],
    ['unshare', '/usr/bin/unshare'],
  ] as const)
    expect(LAYERS.includes(name)).toBe(process.platform === 'linux' && existsSync(tool));
});
