import { ContractError } from '../../../contract/contract-error.js';
import { PowerError } from '../../../powers/power-error.js';
import type { CommandOutput, CommandPower } from '../../../powers/powers.js';
import { argumentsFor } from './arguments.js';
import { isProgram, type Program } from './program.js';
import { runProgram, type Ended, type ProgramRunner } from './run-program.js';

/** What the command power of one contract is made from. */
export interface NodeCommandPowerOptions {
  /** The programs that the contract names. */
  readonly names: readonly string[];
  /** All that the host has. */
  readonly programs: readonly Program[];
  /** Starts them; a test gives its own, and reaches no real one. */
  readonly run?: ProgramRunner;
}

/**
 * Lends the programs that a contract names, each with the arguments of its own description.
 *
 * Nobody passes a line to a shell, an option, or a path: a handler gives values for named places, and
 * each is one argument. The environment is the same few words for every program; there is no input.
 *
 * @throws ContractError — when the contract names a program that the host does not have.
 */
export function nodeCommandPower({
  names,
  programs,
  run = runProgram,
}: NodeCommandPowerOptions): CommandPower {
  const lent = new Map(
    names.map((name) => {
      const found = programs.find((one) => isProgram(one) && one.name === name);
      if (found === undefined)
        throw new ContractError('command', `no program \`${name}\` is there`);
      return [name, found] as const;
    }),
  );
  return Object.freeze<CommandPower>({
    async run(name, values, options) {
      const program = lent.get(name);
      if (program === undefined) throw new PowerError('command', 'not_declared');
      const { path, timeoutMs, maxOutputBytes, cut = false } = program;
      const args = argumentsFor(program, values ?? {});
      return outputOf(
        await run({ path, args, timeoutMs, maxOutputBytes, cut, signal: options?.signal }),
      );
    },
  });
}

function outputOf(ended: Ended): CommandOutput {
  switch (ended.is) {
    case 'exited':
      return Object.freeze({
        exitCode: ended.exitCode,
        stdout: new TextDecoder('utf-8', { ignoreBOM: true }).decode(ended.stdout),
        truncated: ended.truncated,
      });
    case 'failed':
      throw new PowerError('command', 'unavailable');
    default:
      throw new PowerError('command', ended.is);
  }
}
