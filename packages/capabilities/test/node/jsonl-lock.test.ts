import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AuditLockedError } from '../../src/node/audit-locked-error.js';
import { lockFile } from '../../src/node/jsonl-lock.js';
import { openJsonlSink } from '../../src/node/jsonl-sink.js';
import { identifyProcess } from '../../src/node/process-identity.js';
import { verifyJsonl } from '../../src/node/verify-jsonl.js';
import { startChild, type Child } from './children/child.js';
import { newPath } from './log-folder.js';

const children: Child[] = [];
const contender = async (path: string): Promise<Child> => {
  const child = startChild('contend.mjs', path);
  children.push(child);
  await child.line();
  return child;
};

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

const locksOf = (path: string): string[] =>
  readdirSync(join(path, '..')).filter((name) => name.includes('.lock-'));
const claim = (path: string, identity: unknown): string => {
  const name = `${path}.lock-${randomUUID()}`;
  writeFileSync(name, typeof identity === 'string' ? identity : JSON.stringify(identity), {
    mode: 0o600,
  });
  return name;
};
const refusalOf = (path: string): Promise<unknown> =>
  lockFile(path).then(
    (lock) => lock.release(),
    (error: unknown) => error,
  );

describe('a log that another process holds', { timeout: 30_000 }, () => {
  it('gives the second process audit_locked with the first one’s number, until the first lets go', async () => {
    const path = newPath();
    const [one, other] = await Promise.all([contender(path), contender(path)]);
    expect(await one.ask('open')).toBe('holds 1');
    expect(await other.ask('open')).toBe(`audit_locked ${one.process.pid}`);
    expect(await one.ask('close')).toBe('closed');
    expect(await other.ask('open')).toBe('holds 2');
    expect(await other.ask('close')).toBe('closed');
    expect(locksOf(path)).toEqual([]);
  });

  it('can be opened at once when its holder was killed', async () => {
    const path = newPath();
    const one = await contender(path);
    expect(await one.ask('open')).toBe('holds 1');
    await one.kill();
    expect(locksOf(path)).toHaveLength(1);
    const sink = await openJsonlSink(path);
    expect(sink.anchor().seq).toBe(1);
    expect(locksOf(path)).toHaveLength(1);
    await sink.close();
    expect(locksOf(path)).toEqual([]);
  });

  it('is not taken from a holder that stands still', async () => {
    const path = newPath();
    const one = await contender(path);
    await one.ask('open');
    one.process.kill('SIGSTOP');
    expect(AuditLockedError.is(await refusalOf(path))).toBe(true);
    one.process.kill('SIGCONT');
    expect(await one.ask('close')).toBe('closed');
  });

  it('is never held by two of many that contend for it, with a dead holder’s lock in the way', async () => {
    const path = newPath();
    const dead = await contender(path);
    await dead.ask('open');
    await dead.kill();
    const all = await Promise.all(Array.from({ length: 6 }, () => contender(path)));
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(all.map((child) => child.ask('open')));
      const winners = answers.filter((answer) => answer.startsWith('holds'));
      expect(winners.length).toBeLessThanOrEqual(1);
      expect(answers.filter((answer) => !/^(?:holds|audit_locked) \d+$/.test(answer))).toEqual([]);
      await Promise.all(all.map((child) => child.ask('close')));
    }
    const sink = await openJsonlSink(path);
    await sink.close();
    expect(sink.anchor().seq).toBeGreaterThan(1);
    expect((await verifyJsonl(path)).faults).toEqual([]);
  });
});

describe('lockFile', () => {
  it('gives no second lock within one process', async () => {
    const path = newPath();
    const lock = await lockFile(path);
    const error = await refusalOf(path);
    expect(error).toMatchObject({ code: 'audit_locked', path, pid: process.pid });
    await lock.release();
    expect(await refusalOf(path)).toBeUndefined();
  });

  it('keeps locks of different logs in one folder apart', async () => {
    const path = newPath();
    const locks = await Promise.all([
      lockFile(path),
      lockFile(`${path}.lock`),
      lockFile(join(path, '..', 'b.jsonl')),
    ]);
    expect(locksOf(path)).toHaveLength(3);
    for (const lock of locks) await lock.release();
  });

  it('holds a file with the process, readable by its owner alone', async () => {
    const path = newPath();
    const lock = await lockFile(path);
    const [name = ''] = locksOf(path);
    expect(JSON.parse(readFileSync(join(path, '..', name), 'utf8'))).toEqual(identifyProcess());
    await lock.release();
  });

  it.runIf(process.platform === 'linux')(
    'takes a lock over whose process is certainly gone, and clears it away',
    async () => {
      const self = identifyProcess();
      for (const gone of [
        { ...self, pid: 2 ** 22 + 1 },
        { ...self, start: '1' },
        { ...self, boot: randomUUID() },
      ]) {
        const path = newPath();
        const stale = claim(path, gone);
        expect(await refusalOf(path)).toBeUndefined();
        expect(existsSync(stale)).toBe(false);
      }
    },
  );

  it('takes none over of which that is not certain, and says what to do', async () => {
    const self = identifyProcess();
    const { boot: _, ...bootless } = self;
    const uncertain = [
      { ...self, space: 'pid:[1]' },
      '',
      'x',
      '{"pid":1',
      '{"pid":"1"}',
      '{"pid":-1}',
      ...(self.boot === undefined ? [] : [bootless]),
    ];
    for (const identity of uncertain) {
      const path = newPath();
      const held = claim(path, identity);
      const error = await refusalOf(path);
      expect(AuditLockedError.is(error) && error.message).toContain(`delete \`${held}\``);
      expect(existsSync(held)).toBe(true);
      expect(locksOf(path)).toHaveLength(1);
    }
  });
});
