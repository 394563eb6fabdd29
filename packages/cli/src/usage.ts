import type { CommanderError } from 'commander';

/**
 * Says what is wrong with a command line in one line.
 *
 * Commander's own messages repeat what was typed, which may be an argument's value: of those only
 * what cannot be one is taken over.
 */
export function usageText({ code, message }: Pick<CommanderError, 'code' | 'message'>): string {
  const suggestion = /\(Did you mean (?<names>[a-z, -]+)\?\)/.exec(message)?.groups?.['names'];
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  switch (code) {
    case 'commander.unknownCommand':
      return `there is no ${typed(message, /^error: unknown command '(?<word>[a-z-]{1,32})'/, 'such command')}${meant || SEE_HELP}`;
    case 'commander.unknownOption':
      return `there is no ${typed(message, /^error: unknown option '(?<word>--?[a-z-]{1,32})'/, 'such option')}${meant || SEE_HELP}`;
    case 'commander.excessArguments':
      return 'too many arguments: put the JSON in quotes, in a file for `--args-file`, or on stdin for `-`';
    case 'commander.missingArgument':
      return `${named(message)} is missing${SEE_HELP}`;
    case 'commander.optionMissingArgument':
      return `${named(message)} needs a value${SEE_HELP}`;
    default:
      return `the command line is not understood${SEE_HELP}`;
  }
}

const SEE_HELP = '; see `--help`';

function typed(message: string, shape: RegExp, otherwise: string): string {
  const word = shape.exec(message)?.groups?.['word'];
  return word === undefined ? otherwise : `\`${word}\``;
}

/** The argument or option that a message is about: a name of the program's own, between quotes. */
const named = (message: string): string =>
  `\`${/'(?<name>[^']+)'/.exec(message)?.groups?.['name'] ?? 'something'}\``;
