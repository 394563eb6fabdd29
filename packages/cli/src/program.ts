import { Command } from 'commander';
import {
  approvalsApprove,
  approvalsDeny,
  approvalsList,
  approvalsModify,
  approvalsShow,
  approvalsWithdraw,
} from './commands/approvals.js';
import { auditSummary } from './commands/audit-summary.js';
import { auditTail } from './commands/audit-tail.js';
import { auditVerify } from './commands/audit-verify.js';
import { describe } from './commands/describe.js';
import { explain } from './commands/explain.js';
import { grantsList, grantsRevoke } from './commands/grants.js';
import { invoke } from './commands/invoke.js';
import { list } from './commands/list.js';
import { policyDiff, policyImport, policyRemove, policySet } from './commands/policy-change.js';
import { policyExplain } from './commands/policy-explain.js';
import { policyExport, policyLint, policyList, policyMatrix } from './commands/policy-read.js';
import { preview } from './commands/preview.js';
import { requestsDecide, requestsList, requestsShow } from './commands/requests.js';
import { sweep } from './commands/sweep.js';
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

  addPolicy(program, io, done);
  addApprovals(program, io, done);
  addGrants(program, io, done);
  addRequests(program, io, done);

  program
    .command('sweep')
    .description('ends what time has ended; any scheduler may run it, as often as it likes')
    .addHelpText('after', examples('sovereign sweep', 'sovereign sweep --json'))
    .action(async (_options, command: Command) => done(await sweep(command.optsWithGlobals(), io)));

  return program;
}

function addPolicy(program: Command, io: Io, done: Done): void {
  const policy = program
    .command('policy')
    .description('looks at the rules, and changes them for operators')
    .addHelpText(
      'after',
      examples('sovereign policy list', 'sovereign policy matrix', 'sovereign policy lint'),
    );
  const reading = [
    ['list', 'lists the rules in the order of their rank', policyList],
    [
      'matrix',
      'shows what each principal can do with each capability, and by which rules',
      policyMatrix,
    ],
    ['lint', 'finds rules that hardly say what their author meant', policyLint],
    ['export', 'writes the rules as a document that import takes', policyExport],
  ] as const;
  for (const [name, description, read] of reading)
    policy
      .command(name)
      .description(description)
      .addHelpText('after', examples(`sovereign policy ${name}`))
      .action(async (_options, command: Command) =>
        done(await read(command.optsWithGlobals(), io)),
      );

  const RULE = `'{"id":"no-web","scope":"global","capability":"web.*","effect":"deny","final":true}'`;
  const changing = [
    ['set', '[rule]', 'writes one rule, in the place of the one with its id', RULE, policySet],
    [
      'import',
      '[rules]',
      'puts a list in the place of all rules: all or none',
      '- < rules.json',
      policyImport,
    ],
    [
      'diff',
      '[rules]',
      'tells what other rules would decide otherwise; changes nothing',
      '- < rules.json',
      policyDiff,
    ],
  ] as const;
  for (const [name, argument, description, example, change] of changing) {
    const command = policy
      .command(name)
      .description(description)
      .argument(argument, 'as JSON, or - to read it from stdin')
      .option('--file <file>', 'a file that holds it');
    if (change !== policyDiff) command.option(...FROM);
    command
      .addHelpText('after', examples(`sovereign policy ${name} ${example}`))
      .action(async (document: string | undefined, _options, command: Command) =>
        done(
          await change(
            { ...command.optsWithGlobals(), ...(document !== undefined && { document }) },
            io,
          ),
        ),
      );
  }

  policy
    .command('remove')
    .description('removes one rule')
    .argument('<rule>', 'its id')
    .option(...FROM)
    .addHelpText('after', examples('sovereign policy remove no-web'))
    .action(async (rule: string, _options, command: Command) =>
      done(await policyRemove({ ...command.optsWithGlobals(), rule }, io)),
    );

  policy
    .command('explain')
    .description('says which rule decides on a proposal, which lost, and what would flip it')
    .argument('<name@version>', 'exactly')
    .argument('[args]', 'as for invoke')
    .option('--args-file <file>', 'as for invoke')
    .option('--for <principal>', 'for whom; the person of --as unless given')
    .addHelpText('after', examples('sovereign policy explain system.health@1 --for mind:muse'))
    .action(async (capability: string, args: string | undefined, _options, command: Command) =>
      done(await policyExplain(proposalOf(capability, args, command), io)),
    );
}

const FROM = [
  '--from <revision>',
  'changes nothing unless this revision is in force; an export brings its own',
] as const;

function addApprovals(program: Command, io: Io, done: Done): void {
  const approvals = program
    .command('approvals')
    .description('looks at what waits for a person, and decides on it')
    .addHelpText(
      'after',
      examples(
        'sovereign approvals list',
        'sovereign approvals show <id>',
        'sovereign approvals approve <id>',
      ),
    );
  approvals
    .command('list')
    .description('lists what waits')
    .option('--all', 'and what was decided lately')
    .addHelpText('after', examples('sovereign approvals list --all'))
    .action(async (_options, command: Command) =>
      done(await approvalsList(command.optsWithGlobals(), io)),
    );
  const one = (name: string, description: string): Command =>
    approvals
      .command(name)
      .description(description)
      .argument('<id>', 'the id under which it waits');
  const SEEN = [
    '--seen <digest>',
    'the digest that `approvals show` shows, where nobody can be asked',
  ] as const;

  one('show', 'shows it as the person who decides sees it')
    .addHelpText('after', examples('sovereign approvals show <id>'))
    .action(async (id: string, _options, command: Command) =>
      done(await approvalsShow({ ...command.optsWithGlobals(), id }, io)),
    );
  one('approve', 'says yes to exactly what was seen; runs nothing by itself')
    .option(...SEEN)
    .option('--for <length>', 'for a time such as 15min or 2h, at most 7d')
    .addHelpText(
      'after',
      examples('sovereign approvals approve <id>', 'sovereign approvals approve <id> --for 1h'),
    )
    .action(async (id: string, _options, command: Command) =>
      done(await approvalsApprove({ ...command.optsWithGlobals(), id }, io)),
    );
  one('deny', 'says no')
    .option('--note <text>', 'for whoever asked')
    .addHelpText('after', examples("sovereign approvals deny <id> --note 'not today'"))
    .action(async (id: string, _options, command: Command) =>
      done(await approvalsDeny({ ...command.optsWithGlobals(), id }, io)),
    );
  one('modify', 'changes the arguments; the change still waits for a yes')
    .argument('[args]', 'the new arguments as JSON, or - to read them from stdin')
    .option('--file <file>', 'a file that holds them')
    .option(...SEEN)
    .addHelpText('after', examples(`sovereign approvals modify <id> '{"text":"milk"}'`))
    .action(async (id: string, document: string | undefined, _options, command: Command) =>
      done(
        await approvalsModify(
          { ...command.optsWithGlobals(), id, ...(document !== undefined && { document }) },
          io,
        ),
      ),
    );
  one('withdraw', 'takes back what you asked for yourself')
    .addHelpText('after', examples('sovereign approvals withdraw <id>'))
    .action(async (id: string, _options, command: Command) =>
      done(await approvalsWithdraw({ ...command.optsWithGlobals(), id }, io)),
    );
}

function addGrants(program: Command, io: Io, done: Done): void {
  const grants = program
    .command('grants')
    .description('looks at what was granted for a time, and takes it back')
    .addHelpText('after', examples('sovereign grants list', 'sovereign grants revoke <id>'));
  grants
    .command('list')
    .description('lists live grants')
    .option('--all', 'and those that have ended')
    .addHelpText('after', examples('sovereign grants list --all'))
    .action(async (_options, command: Command) =>
      done(await grantsList(command.optsWithGlobals(), io)),
    );
  grants
    .command('revoke')
    .description('ends a grant at once')
    .argument('<id>', 'its id')
    .addHelpText('after', examples('sovereign grants revoke <id>'))
    .action(async (id: string, _options, command: Command) =>
      done(await grantsRevoke({ ...command.optsWithGlobals(), id }, io)),
    );
}

function addRequests(program: Command, io: Io, done: Done): void {
  const requests = program
    .command('requests')
    .description('looks at what minds ask to be granted, and decides on it')
    .addHelpText('after', examples('sovereign requests list', 'sovereign requests show <id>'));
  requests
    .command('list')
    .description('lists what is asked for, one item for each intention')
    .option('--all', 'and what was decided')
    .addHelpText('after', examples('sovereign requests list'))
    .action(async (_options, command: Command) =>
      done(await requestsList(command.optsWithGlobals(), io)),
    );
  requests
    .command('show')
    .description('shows one with everything that was said for it')
    .argument('<id>', 'its id')
    .addHelpText('after', examples('sovereign requests show <id>'))
    .action(async (id: string, _options, command: Command) =>
      done(await requestsShow({ ...command.optsWithGlobals(), id }, io)),
    );
  requests
    .command('decide')
    .description('grants what was asked, or less of it, or declines')
    .argument('<id>', 'its id')
    .option('--approve', 'grants it')
    .option('--deny', 'declines it')
    .option('--seen <digest>', 'the digest that `requests show` shows, where nobody can be asked')
    .option('--note <text>', 'for whoever asked')
    .option('--for <length>', 'shorter than was asked')
    .option('--uses <count>', 'fewer than were asked')
    .addHelpText('after', examples('sovereign requests decide <id> --approve --for 1h'))
    .action(async (id: string, _options, command: Command) =>
      done(await requestsDecide({ ...command.optsWithGlobals(), id }, io)),
    );
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
