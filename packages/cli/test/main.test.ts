import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli, start, type Built, type Ended, type Running } from './support/built.js';
import { auditEvents, auditText, invocations } from './support/events.js';
import { temporaryFolder } from './support/fake-io.js';

// The command as a user runs it: a process of its own, with real pipes, signals and terminals.

let built: Built;
beforeAll(async () => {
  built = await buildCli();
}, 60_000);
afterAll(() => built.remove());

const argvOf = (data: string, argv: readonly string[]): readonly string[] => [
  built.main,
  ...argv,
  '--config',
  built.config,
  '--data',
  data,
];
const begin = (
  data: string,
  argv: readonly string[],
  options?: Parameters<typeof start>[2],
): Running => start(process.execPath, argvOf(data, argv), options);
const sovereign = (
  data: string,
  argv: readonly string[],
  options?: Parameters<typeof start>[2],
): Promise<Ended> => begin(data, argv, options).ended;

/** Resolves once the process has written this. */
const until = (running: Running, text: string): Promise<void> =>
  expect.poll(running.written, { timeout: 8_000, interval: 10 }).toContain(text);

describe('sovereign', () => {
  it('runs the appliance without a configuration, and writes where it says', async () => {
    const home = temporaryFolder();
    const { code, stdout } = await start(
      process.execPath,
      [built.main, 'invoke', 'host.memory.status@1'],
      {
        env: { SOVEREIGN_HOME: join(home, 'state') },
      },
    ).ended;
    expect({ code, attempts: invocations(join(home, 'state')).length }).toEqual({
      code: 0,
      attempts: 1,
    });
    expect(JSON.parse(stdout)).toHaveProperty('total_bytes');
  });

  it('keeps stdout to the one document, whatever configuration and handlers print', async () => {
    const data = temporaryFolder();
    const { code, stdout, stderr } = await sovereign(data, ['invoke', 'notes.noisy@1', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ result: { text: 'quiet' } });
    expect(stderr).toContain('printed by the configuration');
    expect(stderr).toContain('printed by a handler');
  });

  it('writes large data whole before it ends', async () => {
    const { stdout } = await sovereign(temporaryFolder(), ['invoke', 'notes.large@1']);
    expect((JSON.parse(stdout) as { readonly text: string }).text).toHaveLength(2_000_000);
  });

  it('asks nobody when stdin is closed', async () => {
    const data = temporaryFolder();
    const { code, stdout, stderr } = await sovereign(data, ['invoke', 'notes.write@1']);
    expect({ code, stdout }).toEqual({ code: 80, stdout: '' });
    expect(stderr).toContain('Capability: notes.write@1');
    expect(stderr).not.toContain('Run this?');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is cancelled by %s, exits with 75, and the audit says so',
    async (signal) => {
      const data = temporaryFolder();
      const running = begin(data, ['invoke', 'notes.linger@1']);
      await until(running, 'does not isolate');
      // Between the line above and the door lie a few microseconds.
      await new Promise((resolve) => setTimeout(resolve, 50));
      running.child.kill(signal);
      expect(await running.ended).toMatchObject({ code: 75, stdout: '' });
      expect(invocations(data)).toMatchObject([{ outcome: 'rejected', code: 'cancelled' }]);
    },
  );

  it('ends quietly when nobody reads on', async () => {
    const data = temporaryFolder();
    await sovereign(data, ['invoke', 'notes.noisy@1']);
    const following = begin(data, ['audit', 'tail', '--follow', '--jsonl']);
    await until(following, '"invocation"');
    following.child.stdout?.destroy();
    // The first event after that finds no reader, and ends the command.
    await sovereign(data, ['invoke', 'notes.noisy@1']);
    const { code, stderr } = await following.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'printed by the configuration\n' });
  });

  it('is not ended by what a handler leaves behind, and shows none of it', async () => {
    const data = temporaryFolder();
    const { code, stdout, stderr } = await sovereign(data, [
      'invoke',
      'notes.stray@1',
      '{"note":"canary-5d1c"}',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ text: 'done' });
    expect(stderr).toContain('something failed outside of its invocation');
    expect(stderr + auditText(data)).not.toContain('canary');
  });

  it('leaves the audit file to one process at a time', async () => {
    const data = temporaryFolder();
    const first = begin(data, ['invoke', 'notes.linger@1']);
    await until(first, 'does not isolate');
    const second = await sovereign(data, ['invoke', 'notes.noisy@1']);
    expect(second).toMatchObject({ code: 69, stdout: '' });
    expect(second.stderr).toContain('audit_locked');
    first.child.kill('SIGINT');
    await first.ended;
    expect(await sovereign(data, ['audit', 'verify'])).toMatchObject({ code: 0 });
  });
});

// `script` of util-linux gives a command a terminal on stdin, stdout and stderr.
const SCRIPT = 'script';
const hasScript = spawnSync(SCRIPT, ['--version']).stdout?.includes('util-linux') === true;

describe.skipIf(!hasScript)('sovereign in a terminal (needs `script` of util-linux)', () => {
  const inTerminal = (data: string, argv: readonly string[]): Running => {
    // `exec`: at Ctrl-C a shell in between would answer with a code of its own.
    const line = `exec ${[process.execPath, ...argvOf(data, argv)].map((word) => `'${word}'`).join(' ')}`;
    return start(SCRIPT, ['--quiet', '--return', '--command', line, '/dev/null'], {
      stdin: 'pipe',
    });
  };

  it('S3-266 shows what is asked, takes a yes, runs it and prints its result', async () => {
    const data = temporaryFolder();
    const running = inTerminal(data, ['invoke', 'notes.write@1', '{"note":"milk"}', '--no-color']);
    await until(running, 'Run this? (yes/no)');
    running.child.stdin?.write('yes\n');
    await until(running, 'completed, event');
    running.child.stdin?.end();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.replaceAll('\r', '')).toContain(
      [
        'Writes.',
        'Capability: notes.write@1',
        'Target: none',
        'Arguments: {"note":"milk"}',
        'This changes something, and stays on this device.',
        'Asked by person:olga, on occasion none.',
        'Yes lets exactly this run, once.',
        'Run this? (yes/no) yes',
        '{',
        '  "text": "done"',
        '}',
      ].join('\n'),
    );
    expect(auditEvents(data)).toMatchObject([
      { outcome: 'pending' },
      { code: 'approved' },
      { outcome: 'completed' },
    ]);
  });

  it('withdraws at Ctrl-C', async () => {
    const data = temporaryFolder();
    const running = inTerminal(data, ['invoke', 'notes.write@1']);
    await until(running, 'Run this? (yes/no)');
    running.child.stdin?.write('\u0003');
    expect(await running.ended).toMatchObject({ code: 75 });
    expect(auditEvents(data)).toMatchObject([{ outcome: 'pending' }, { code: 'withdrawn' }]);
  });

  it('prints one JSON document with --json in a terminal as well', async () => {
    const data = temporaryFolder();
    const { code, stdout } = await inTerminal(data, ['list', '--json', '--quiet']).ended;
    expect(code).toBe(0);
    // A terminal has one screen: what the configuration printed on stderr stands on it too.
    expect(
      () => JSON.parse(stdout.replace('printed by the configuration', '')) as unknown,
    ).not.toThrow();
  });
});
