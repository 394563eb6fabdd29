import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { identifyProcess, isGone, type ProcessIdentity } from '../../src/node/process-identity.js';

const self: ProcessIdentity = {
  pid: process.pid,
  start: identifyProcess().start ?? '',
  boot: 'b',
  space: 's',
};

describe('isGone', () => {
  it('does not say so of this process', () => {
    expect(isGone(identifyProcess(), identifyProcess(), false)).toBe(false);
    expect(isGone(identifyProcess(), identifyProcess(), true)).toBe(false);
  });

  it('says so of a process of another boot, unless another machine may be meant', () => {
    expect(isGone({ ...self, boot: 'c' }, self, false)).toBe(true);
    expect(isGone({ ...self, boot: 'c' }, self, true)).toBe(false);
  });

  it('does not say so of a process in another number space, whatever its number', () => {
    expect(isGone({ ...self, space: 't', pid: 2 ** 22 + 1 }, self, false)).toBe(false);
  });

  it('says so of a number that nobody has, on the same machine', () => {
    expect(isGone({ ...self, pid: 2 ** 22 + 1 }, self, false)).toBe(true);
    expect(isGone({ ...self, pid: 2 ** 22 + 1 }, self, true)).toBe(true);
  });

  it('knows no machine by a boot that is not known', () => {
    const here: ProcessIdentity = { pid: self.pid };
    const gone: ProcessIdentity = { pid: 2 ** 22 + 1 };
    expect(isGone(gone, here, false)).toBe(true);
    expect(isGone(gone, here, true)).toBe(false);
    expect(isGone({ ...gone, boot: 'b' }, here, false)).toBe(false);
    expect(isGone(gone, self, false)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('says so of a number that a later process has', () => {
    expect(isGone({ ...self, start: '1' }, self, false)).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'says so of a process that was killed but not yet reaped',
    async () => {
      // A shell that never waits for its child leaves it as a zombie.
      const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 5'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [pid] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string];
      const { readFileSync } = await import('node:fs');
      const stat = readFileSync(`/proc/${pid.trim()}/stat`, 'latin1');
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
      const child: ProcessIdentity = { ...self, pid: Number(pid), start };
      expect(isGone(child, self, false)).toBe(false);
      await expect.poll(() => isGone(child, self, false), { timeout: 4_000 }).toBe(true);
      shell.kill('SIGKILL');
    },
  );
});
