import { CommanderError, type Command } from 'commander';
import { errorName, framesOf, isDebugging, wholeOf } from './thrown.js';
import { EXIT, type Exit, type ExitCode } from './exit-codes.js';
import type { Io } from './io.js';
import { createOutput, type Output } from './output.js';
import { createProgram } from './program.js';
import { Stop } from './stop.js';
import { usageText } from './usage.js';

/**
 * Runs one command line to its end and gives the documented exit code.
 *
 * Never throws, and never shows a stack, an argument or a result for an error.
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exit: Exit = 'completed';
  const program = createProgram(io, (came) => (exit = came));
  const help = gatherHelp(program, io);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT[exit];
  } catch (thrown) {
    const stop = asStop(thrown);
    const out = createOutput({ color: !states(argv, '--no-color') }, io);
    if (stop === undefined) await out.data(help.out.join('').trimEnd());
    else await report(stop, help.err.join(''), argv, io, out);
    return EXIT[stop?.exit ?? 'completed'];
  }
}

/** Has commander hand over what it would write, and throw where it would exit. */
function gatherHelp(program: Command, io: Io): { readonly out: string[]; readonly err: string[] } {
  const help = { out: new Array<string>(), err: new Array<string>() };
  const configure = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => help.out.push(text),
      writeErr: (text) => help.err.push(text),
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    });
    command.commands.forEach(configure);
  };
  configure(program);
  return help;
}

/** Whatever a command threw, as an end of the program; undefined for help that was asked for. */
function asStop(thrown: unknown): Stop | undefined {
  if (thrown instanceof Stop) return thrown;
  if (thrown instanceof CommanderError) {
    if (thrown.exitCode === 0) return undefined;
    return new Stop(
      'usage',
      thrown.code === 'commander.help' ? 'a command is missing' : usageText(thrown),
    );
  }
  return new Stop(
    'failed',
    `this program failed: ${errorName(thrown)}; SOVEREIGN_DEBUG=1 shows where`,
    thrown,
  );
}

async function report(
  stop: Stop,
  help: string,
  argv: readonly string[],
  io: Io,
  out: Output,
): Promise<void> {
  if (states(argv, '--json'))
    await out.json({
      error: { kind: stop.exit, exit_code: EXIT[stop.exit], message: stop.message },
    });
  else if (help !== '') await out.say(help.trimEnd());
  await out.say(`sovereign: ${stop.message.replaceAll('\n', ' ')}`, 'bad');
  if (!isDebugging(io.env) || stop.cause === undefined) return;
  const told =
    stop.phase === 'start'
      ? [wholeOf(stop.cause)]
      : [errorName(stop.cause), ...framesOf(stop.cause)];
  await out.say(`debug: ${told.join('\n')}`);
}

/** Whether an option stands on a command line that could not be read as a whole. */
function states(argv: readonly string[], option: string): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes(option);
}
