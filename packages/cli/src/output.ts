import { styleText } from 'node:util';
import type { Io, Written } from './io.js';
import { printableJson, printableLines } from './printable.js';
import type { Options } from './options.js';
import { Stop } from './stop.js';

/** How a line is meant; a colour in a terminal, and nothing anywhere else. */
export type Tone = 'heading' | 'good' | 'bad' | 'waits';

const COLOURS = {
  heading: 'bold',
  good: 'green',
  bad: 'red',
  waits: 'yellow',
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

/**
 * The only place that writes. stdout is data, everything else is stderr.
 *
 * Text is made safe for a terminal on its way out; only a disclosure is written byte for byte,
 * since the executor made it safe and a person's yes is bound to its bytes.
 */
export interface Output {
  /** How many columns human text on stdout may take. */
  readonly width: number;
  /** True once nobody reads stdout any more. */
  readonly isClosed: () => boolean;
  /** Data for people, on stdout. */
  data(text: string, tone?: Tone): Promise<void>;
  /** Data for programs, on stdout: one document, indented. */
  json(value: unknown): Promise<void>;
  /** Data for programs, on stdout: one document on one line. */
  jsonLine(value: unknown): Promise<void>;
  /** A disclosure on stdout, byte for byte. */
  dataVerbatim(text: string): Promise<void>;
  /** What must be said, on stderr. */
  say(text: string, tone?: Tone): Promise<void>;
  /** What is good to know, on stderr; not with `--quiet`. */
  note(text: string, tone?: Tone): Promise<void>;
  /** A disclosure on stderr, byte for byte. */
  sayVerbatim(text: string): Promise<void>;
  /** A question on stderr, whose answer is typed on the same line. */
  ask(question: string): Promise<void>;
}

/** Wires an output to its streams. */
export function createOutput(options: Pick<Options, 'color' | 'quiet'>, io: Io): Output {
  let closed = false;

  const write = (stream: Written, text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (stream === io.stdout && closed) return resolve();
      stream.write(text, (error) => {
        if (error === null || error === undefined) return resolve();
        // Whoever reads stdout has seen enough, as `head` has; nobody is left to tell on stderr.
        if (stream === io.stdout && hasNoReader(error)) closed = true;
        if (stream === io.stderr || closed) return resolve();
        reject(new Stop('unavailable', 'stdout: the output could not be written', error));
      });
    });

  const painted = (stream: Written, text: string, tone: Tone | undefined): string => {
    const safe = printableLines(text);
    if (tone === undefined || !takesColour(stream, options, io)) return safe;
    return styleText(COLOURS[tone], safe, { validateStream: false });
  };

  // Without a listener an error of a stream would end the process with a stack on stderr.
  for (const stream of [io.stdout, io.stderr]) stream.on('error', ignore);

  const say = (text: string, tone?: Tone) =>
    write(io.stderr, `${painted(io.stderr, text, tone)}\n`);
  return Object.freeze<Output>({
    width: Math.max(40, io.stdout.columns ?? 80),
    isClosed: () => closed,
    data: (text, tone) => write(io.stdout, `${painted(io.stdout, text, tone)}\n`),
    json: (value) => write(io.stdout, `${printableJson(value, 2)}\n`),
    jsonLine: (value) => write(io.stdout, `${printableJson(value)}\n`),
    dataVerbatim: (text) => write(io.stdout, `${text}\n`),
    say,
    note: (text, tone) => (options.quiet === true ? Promise.resolve() : say(text, tone)),
    sayVerbatim: (text) => write(io.stderr, `${text}\n`),
    ask: (question) => write(io.stderr, `${printableLines(question)} `),
  });
}

function takesColour(stream: Written, options: Pick<Options, 'color'>, { env }: Io): boolean {
  if (!options.color || stream.isTTY !== true || env['TERM'] === 'dumb') return false;
  return env['NO_COLOR'] === undefined || env['NO_COLOR'] === '';
}

const hasNoReader = (error: Error): boolean =>
  ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const ignore = (): void => {};
