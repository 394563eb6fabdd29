import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Io } from './io.js';
import type { ProposalOptions } from './options.js';
import type { Output } from './output.js';

/** What a person said: a word, nothing at all, or Ctrl-C. */
export type Said = 'yes' | 'no' | 'nothing' | 'interrupted';

/** How often something else than yes or no is asked about again. */
const TRIES = 3;
/** How long what was typed or pasted before the question takes to arrive. */
const SETTLE_MS = 50;

/**
 * Whether somebody sits there who can be asked: a terminal on both stdin and stderr, and nothing
 * that says otherwise. Where arguments come from stdin, it is not there for an answer.
 */
export function canAsk(
  options: Pick<ProposalOptions, 'input' | 'json' | 'args'>,
  { stdin, stderr, env }: Io,
): boolean {
  if (!options.input || options.json === true || options.args === '-') return false;
  if (env['CI'] !== undefined && env['CI'] !== '') return false;
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on stderr, and takes only the whole word `yes` for a yes. Typed before the question counts for nothing. */
export async function ask(question: string, io: Io, out: Output): Promise<Said> {
  await discardTyped(io);
  const lines = createInterface({ input: io.stdin, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  const onAbort = (): void => lines.close();
  io.signal.addEventListener('abort', onAbort);
  try {
    for (let tried = 0; tried < TRIES && !io.signal.aborted; tried += 1) {
      await out.ask(question);
      const answer = await answers.next();
      if (io.signal.aborted) break;
      if (answer.done === true) return 'nothing';
      const word = answer.value.trim().toLowerCase();
      if (word === 'yes' || word === 'no') return word;
    }
    return io.signal.aborted ? 'interrupted' : 'nothing';
  } finally {
    io.signal.removeEventListener('abort', onAbort);
    lines.close();
    io.stdin.pause();
  }
}

/** A pasted text must not answer a question that nobody has read yet. */
async function discardTyped({ stdin, signal }: Io): Promise<void> {
  const drop = (): void => {};
  stdin.on('data', drop);
  await pause(SETTLE_MS, undefined, { signal }).catch(drop);
  stdin.off('data', drop);
  stdin.pause();
}
