import type {
  CompletedOutcome,
  Executor,
  Outcome,
  Proposal,
  PendingOutcome,
} from '@sovereign/capabilities';
import { ask, canAsk } from '../ask.js';
import { operatorOf, type Operator } from '../caller.js';
import { exitOfDesk, exitOfOutcome, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { withHost } from '../open-host.js';
import type { ProposalOptions } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readProposal } from '../read-proposal.js';
import { readConfig } from '../read-config.js';
import { refusalText } from '../refusal.js';
import { Stop } from '../stop.js';
import { tookMs } from '../units.js';
import { outcomeToWire } from '../wire.js';

/** One run of the command: what it works with. */
interface Session {
  readonly executor: Executor;
  readonly proposal: Proposal;
  readonly operator: Operator;
  readonly options: ProposalOptions;
  readonly io: Io;
  readonly out: Output;
}

/** Takes a proposal through the door, asks whoever sits at the terminal where a person must say yes, and shows what came of it. */
export async function invoke(options: ProposalOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const proposal = await readProposal(options, io);
  const config = await readConfig(options, io);
  const operator = operatorOf(options, config, io.signal);
  return withHost(config, io, out, async ({ executor }) => {
    const session: Session = { executor, proposal, operator, options, io, out };
    const took = durationsOf(executor);
    const outcome = await executor.invoke(proposal, operator.caller);
    if (outcome.outcome !== 'pending') return show(outcome, took(outcome), session);
    await out.sayVerbatim(outcome.pending.disclosure.text);
    if (canAsk(options, io)) return askAndRun(outcome, took, session);
    return show(outcome, took(outcome), session);
  });
}

type Took = (outcome: Outcome) => number | undefined;

/** Remembers how long each attempt took, as its audit event has it. */
function durationsOf({ events }: Executor): Took {
  const durations = new Map<string, number>();
  events.on('invocation-settled', ({ id, duration_ms }) => durations.set(id, duration_ms));
  return ({ event }) => durations.get(event);
}

/** The yes is bound to the very disclosure that was printed; the token stays in this process. */
async function askAndRun({ pending }: PendingOutcome, took: Took, session: Session): Promise<Exit> {
  const { executor, proposal, operator, io, out } = session;
  const { desk } = executor;
  const said = await ask('Run this? (yes/no)', io, out);
  if (said === 'interrupted') {
    await desk.withdraw(pending.id, operator.caller);
    throw new Stop('bounded', 'interrupted: nothing ran, and the proposal is withdrawn');
  }
  if (said === 'nothing') throw new Stop('pending', 'nobody said yes or no; nothing ran');

  const decided = await desk.decide({
    pending: pending.id,
    person: operator.person,
    seen: pending.disclosure.digest,
    approve: said === 'yes',
  });
  if (!decided.ok)
    throw new Stop(
      exitOfDesk(decided.code),
      `the decision was not taken (${decided.code}); nothing ran`,
    );
  if (said === 'no') throw new Stop('declined', 'declined: nothing ran');

  const confirmation = await desk.token(pending.id);
  if (confirmation === undefined)
    throw new Stop('declined', 'the yes lapsed before it could be used; run it again');
  const outcome = await executor.invoke({ ...proposal, confirmation }, operator.caller);
  return show(outcome, took(outcome), session);
}

async function show(
  outcome: Outcome,
  durationMs: number | undefined,
  session: Session,
): Promise<Exit> {
  const { out, options } = session;
  const exit = exitOfOutcome(outcome);
  if (options.json === true) await out.json(outcomeToWire(outcome, durationMs));
  if (outcome.outcome === 'completed') {
    if (options.json !== true) await out.json(outcome.result);
    await out.note(completedText(outcome, durationMs), 'good');
    return exit;
  }
  await out.say(
    `sovereign: ${refusalText(options.capability, outcome)}`,
    exit === 'pending' ? 'waits' : 'bad',
  );
  await out.note(trace(outcome, durationMs));
  return exit;
}

function completedText(outcome: CompletedOutcome, durationMs: number | undefined): string {
  const marks = [
    outcome.recorded === true &&
      'recorded: the answer of an earlier attempt under this key; nothing ran now',
    outcome.trust === 'low' && 'low trust: anybody may have written what it holds',
  ].filter((mark) => mark !== false);
  return [`completed, ${trace(outcome, durationMs)}`, ...marks].join('\n');
}

const trace = ({ event }: Outcome, durationMs: number | undefined): string =>
  durationMs === undefined ? `event ${event}` : `event ${event}, ${tookMs(durationMs)}`;
