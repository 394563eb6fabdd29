import manifest from '../package.json' with { type: 'json' };
import { EXIT, EXIT_MEANINGS, type Exit } from './exit-codes.js';

/** Examples, as they stand under the help of a command. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

/** The table of exit codes, as it stands under the help of the program. */
export function exitCodes(): string {
  const lines = Object.entries(EXIT).map(
    ([name, code]) => `  ${String(code).padStart(2)}  ${EXIT_MEANINGS[name as Exit]}`,
  );
  return ['', 'Exit codes:', ...lines].join('\n');
}

/** What stands under the help of the program: the environment it looks at. */
export const ENVIRONMENT = [
  '',
  'Environment:',
  '  SOVEREIGN_HOME   the data folder, where --data names none; else',
  '                   $XDG_STATE_HOME/sovereign, else ~/.local/state/sovereign',
  '  CI               set: nobody is asked anything, as with --no-input',
  '  NO_COLOR         set: no colour, as with --no-color',
  '  SOVEREIGN_DEBUG  1: says where something failed, never with an argument',
].join('\n');

/** The version of this package. */
export const VERSION: string = manifest.version;
