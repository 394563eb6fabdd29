import { Command } from 'commander';
import { auditSummary } from './commands/audit-summary.js';
import { auditTail } from './commands/audit-tail.js';
import { auditVerify } from './commands/audit-verify.js';
import { describe } from './commands/describe.js';
import { explain } from './commands/explain.js';
import { invoke } from './commands/invoke.js';
import { list } from './commands/list.js';
import { preview } from './commands/preview.js';
import type { Exit } from './exit-codes.js';
import { ENVIRONMENT, examples, exitCodes, VERSION } from './help.js';
import type { Io } from './io.js';

/** Told which exit a command came to. */
type Done = (exit: Exit) => void;

/** The command tree, whole. Nothing in it registers, installs or grants anything. */
export function createProgram(io: Io, done: Done): Command {
  const program = new Command('sovereign')
    .description(
      'Looks at what a Sovereign host can do, does it through the one door, and reads the audit.',
    )
    .version(VERSION)
    .configureHelp({ showGlobalOptions: true, subcommandTerm })
    .option(
      '--config <file>',
      'an ES module that exports a HostConfig, or a function that returns one',
    )
    .option('--data <folder>', 'where the host keeps what it keeps')
    .option('--json', 'one JSON document on stdout, and nothing else there')
    .option('--no-input', 'ask nobody anything')
    .option('--no-color', 'no colour')
    .option('--quiet', 'on stderr only what went wrong, and what a person must read')
    .option('--as <person:id>', 'for whom this is asked, and who decides')
    .option('--turn <id>', 'the turn it belongs to, whose runs are counted together')
    .option('--key <key>', 'the same key answers the same proposal once')
    .addHelpText('after', exitCodes())
    .addHelpText('after', ENVIRONMENT)
    .addHelpText(
      'after',
      examples('sovereign list', 'sovereign invoke system.health@1', 'sovereign audit tail'),
    );

  program
    .command('list')
    .description('lists every capability with its axes, confirmation and bounds')
    .addHelpText('after', examples('sovereign list', 'sovereign list --json'))
    .action(async (_options, command: Command) => done(await list(command.optsWithGlobals(), io)));

  program
    .command('describe')
    .description('shows a contract whole, schemas included')
    .argument('<name[@version]>', 'exactly; without a version, every version of the name')
    .addHelpText(
      'after',
      examples('sovereign describe system.health@1', 'sovereign describe system.health --json'),
    )
    .action(async (capability: string, _options, command: Command) =>
      done(await describe({ ...command.optsWithGlobals(), capability }, io)),
    );

  program
    .command('invoke')
    .description(
      'takes a proposal through the door and shows its result; asks in a terminal where a person must say yes',
    )
    .argument('<name@version>', 'exactly')
    .argument(
      '[args]',
      'the arguments as JSON, or - to read them from stdin; {} where there are none',
    )
    .option(
      '--args-file <file>',
      'a file that holds the arguments; secrets belong there, not on a command line',
    )
    .addHelpText('after', examples(...PROPOSALS.map((line) => `sovereign invoke ${line}`)))
    .action(async (capability: string, args: string | undefined, _options, command: Command) =>
      done(await invoke(proposalOf(capability, args, command), io)),
    );

  program
    .command('preview')
    .description('tells what invoke would decide now, and changes nothing anywhere')
    .argument('<name@version>', 'exactly')
    .argument('[args]', 'as for invoke')
    .option('--args-file <file>', 'as for invoke')
    .addHelpText('after', examples(...PROPOSALS.map((line) => `sovereign preview ${line}`)))
    .action(async (capability: string, args: string | undefined, _options, command: Command) =>
      done(await preview(proposalOf(capability, args, command), io)),
    );

  program
    .command('explain')
    .description('says why a capability is handled as it is, and what the audit of it holds')
    .argument('<name@version>', 'exactly')
    .addHelpText('after', examples('sovereign explain system.health@1'))
    .action(async (capability: string, _options, command: Command) =>
      done(await explain({ ...command.optsWithGlobals(), capability }, io)),
    );

  const audit = program
    .command('audit')
    .description('reads the audit; writes nothing and takes no lock')
    .addHelpText(
      'after',
      examples(
        'sovereign audit tail --follow',
        'sovereign audit verify',
        'sovereign audit summary',
      ),
    );

  audit
    .command('tail')
    .description('shows the last events')
    .option('-n, --last <count>', 'how many', '10')
    .option('-f, --follow', 'and those that are still to come, until Ctrl-C')
    .option('--jsonl', 'one JSON document a line')
    .addHelpText(
      'after',
      examples('sovereign audit tail -n 50', 'sovereign audit tail --follow --jsonl'),
    )
    .action(async (_options, command: Command) =>
      done(await auditTail(command.optsWithGlobals(), io)),
    );

  audit
    .command('verify')
    .description('verifies the chain: what is wrong, what cannot be known, and where it ends')
    .option('--anchor <seq:hash>', 'a place noted elsewhere; may be given again', gather)
    .addHelpText(
      'after',
      examples('sovereign audit verify', 'sovereign audit verify --anchor 128:9f3c…'),
    )
    .action(async (_options, command: Command) =>
      done(await auditVerify(command.optsWithGlobals(), io)),
    );

  audit
    .command('summary')
    .description('says how often, what, by whom, and at which stage attempts were refused')
    .addHelpText('after', examples('sovereign audit summary', 'sovereign audit summary --json'))
    .action(async (_options, command: Command) =>
      done(await auditSummary(command.optsWithGlobals(), io)),
    );

  return program;
}

/** Without `[options]`, so that the explanations have room in 80 columns. */
const subcommandTerm = (command: Command): string =>
  [
    command.name(),
    ...command.registeredArguments.map((one) =>
      one.required ? `<${one.name()}>` : `[${one.name()}]`,
    ),
  ].join(' ');

const PROPOSALS = [
  'system.health@1',
  `host.process.list@1 '{"limit": 5}'`,
  'host.process.list@1 --args-file args.json',
  'host.process.list@1 - < args.json',
];

function proposalOf(
  capability: string,
  args: string | undefined,
  command: Command,
): Parameters<typeof invoke>[0] {
  return { ...command.optsWithGlobals(), capability, ...(args !== undefined && { args }) };
}

const gather = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];
