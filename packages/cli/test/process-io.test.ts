import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { processIo } from '../src/process-io.js';

const { console } = globalThis;
afterEach(() => {
  globalThis.console = console;
});

/** A process that only remembers. */
function fakeProcess() {
  const exits: number[] = [];
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const process = Object.assign(new EventEmitter(), {
    stdin,
    stdout,
    stderr,
    env: { HOME: '/home/olga' },
    cwd: () => '/here',
    exit: (code: number) => exits.push(code),
  });
  return { process, exits, io: processIo(process as unknown as NodeJS.Process), stdout, stderr };
}

describe('processIo', () => {
  it('hands over the streams, the environment and the folder', () => {
    const { process, io } = fakeProcess();
    expect(io).toMatchObject({
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      cwd: '/here',
    });
    expect(io.env['HOME']).toBe('/home/olga');
  });

  it('aborts at the first Ctrl-C, and ends the process at the second', () => {
    const { process, io, exits } = fakeProcess();
    process.emit('SIGINT');
    expect({ aborted: io.signal.aborted, exits }).toEqual({ aborted: true, exits: [] });
    process.emit('SIGTERM');
    expect(exits).toEqual([75]);
  });

  it('has the console write to stderr', () => {
    const { stdout, stderr } = fakeProcess();
    globalThis.console.log('printed');
    expect([stdout.read() as unknown, String(stderr.read())]).toEqual([null, 'printed\n']);
  });

  it('says of a stray failure that it was, and nothing of what it says', () => {
    const { process, stderr } = fakeProcess();
    process.emit('uncaughtException', new Error('hunter2'));
    process.emit('unhandledRejection', new Error('hunter2'));
    const text = String(stderr.read());
    expect(text).toContain('something failed outside of its invocation');
    expect(text).not.toContain('hunter2');
  });
});
