import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process that is spoken to by lines. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Everything it has said so far. */
  said(): string;
  /** Resolves with its next line. */
  line(): Promise<string>;
  /** Says a line to it, and resolves with its next. */
  ask(line: string): Promise<string>;
  /** Kills it, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts one of the programs in this folder. */
export function startChild(program: string, ...args: readonly string[]): Child {
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: 'pipe' });
  const waiting: ((line: string) => void)[] = [];
  const unheard: string[] = [];
  const closed = once(child, 'close');
  let said = '';
  let rest = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    said += text;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const hear = waiting.shift();
      if (hear === undefined) unheard.push(line);
      else hear(line);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => process.stderr.write(text));
  const line = (): Promise<string> => {
    const heard = unheard.shift();
    return heard === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(heard);
  };
  return {
    process: child,
    said: () => said,
    line,
    ask(question) {
      child.stdin.write(`${question}\n`);
      return line();
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
