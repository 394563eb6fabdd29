import type { DeskAnswer, DeskCode, Pending } from '@sovereign/capabilities';
import { ask, canAsk } from '../ask.js';
import { exitOfDesk, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { labels, table, type Column, type Labelled } from '../layout.js';
import { readNote } from '../note.js';
import type { Options } from '../options.js';
import type { Output } from '../output.js';
import { readDocument } from '../read-document.js';
import { inLook, inSession, type Session } from '../session.js';
import { Stop } from '../stop.js';
import { instant, readGrantLength } from '../times.js';

/** What a command about one proposal takes. */
export interface ApprovalOptions extends Options {
  readonly id: string;
  /** The digest of the disclosure that was on the person's screen. */
  readonly seen?: string;
}

/** Lists what waits for a person and, with `--all`, what was decided lately. */
export function approvalsList(
  options: Options & { readonly all?: boolean },
  io: Io,
): Promise<Exit> {
  return inLook(options, io, async ({ executor, out }) => {
    const found = await executor.desk.list(options.all === true ? {} : { states: ['open'] });
    if (options.json === true) await out.json(found.map(pendingToWire));
    else if (found.length === 0) await out.note('nothing waits for a person', 'good');
    else {
      const [titles = '', ...rows] = table(COLUMNS, found.map(row), out.width);
      await out.data(titles, 'heading');
      await out.data(rows.join('\n'));
    }
    return 'completed';
  });
}

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'STATE' },
  { title: 'CAPABILITY' },
  { title: 'ASKED BY' },
  { title: 'UNTIL' },
];

const row = ({ id, state, request, expiresAt }: Pending): readonly string[] => [
  id,
  state,
  `${request.capability}@${request.version}`,
  request.principal,
  instant(expiresAt),
];

/** Shows one proposal as the person who decides sees it. */
export function approvalsShow(options: ApprovalOptions, io: Io): Promise<Exit> {
  return inLook(options, io, async (session) => {
    const pending = await find(session);
    if (options.json === true) await session.out.json(pendingToWire(pending));
    else {
      await session.out.dataVerbatim(pending.disclosure.text);
      await session.out.data(labels(facts(pending), session.out.width).join('\n'));
    }
    return 'completed';
  });
}

function facts(pending: Pending): readonly Labelled[] {
  const { state, decidedBy, note, expiresAt, disclosure, modified = [] } = pending;
  return [
    ['state', decidedBy === undefined ? state : `${state} by ${decidedBy}`],
    ...(note === undefined ? [] : [['note', note] as const]),
    ...(modified.length === 0 ? [] : [['changed', modified.join(', ')] as const]),
    ['until', instant(expiresAt)],
    ['seen', disclosure.digest],
  ];
}

/** Says yes to exactly what was seen: once, or for a time. Runs nothing by itself. */
export function approvalsApprove(
  options: ApprovalOptions & { readonly for?: string },
  io: Io,
): Promise<Exit> {
  const grantMs = options.for === undefined ? undefined : readGrantLength(options.for, '--for');
  return inSession(options, io, async (session) => {
    const pending = await find(session);
    // Nobody says yes to what cannot be.
    if (grantMs !== undefined && !pending.grantable) throw refused('grant_without_effect');
    const seen = await seenBy(session, pending, 'Approve this? (yes/no)');
    const { executor, operator, out } = session;
    const answer = await executor.desk.decide({
      pending: pending.id,
      person: operator.person,
      seen,
      approve: true,
      ...(grantMs !== undefined && { grantMs }),
    });
    return shown(answer, options, out);
  });
}

/** Says no, with a note for whoever asked. */
export function approvalsDeny(
  options: ApprovalOptions & { readonly note?: string },
  io: Io,
): Promise<Exit> {
  const note = readNote(options.note);
  return inSession(options, io, async (session) => {
    const pending = await find(session);
    const { executor, operator, out } = session;
    const answer = await executor.desk.decide({
      pending: pending.id,
      person: operator.person,
      // A no needs no look: it lets nothing happen.
      seen: options.seen ?? pending.disclosure.digest,
      approve: false,
      ...(note !== undefined && { note }),
    });
    return shown(answer, options, out);
  });
}

/** Changes the arguments. It never approves: the change has a disclosure of its own, and waits for a yes. */
export async function approvalsModify(
  options: ApprovalOptions & { readonly document?: string; readonly file?: string },
  io: Io,
): Promise<Exit> {
  const args = await readDocument(options, io);
  return inSession(options, io, async (session) => {
    const pending = await find(session);
    const seen = await seenBy(session, pending, 'Change this? (yes/no)');
    const { executor, operator, out } = session;
    const change = { pending: pending.id, person: operator.person, seen, args };
    return shown(await executor.desk.modify(change), options, out);
  });
}

/** Takes back what the person at the terminal asked for. */
export function approvalsWithdraw(options: ApprovalOptions, io: Io): Promise<Exit> {
  return inSession(options, io, async ({ executor, operator, out }) =>
    shown(await executor.desk.withdraw(options.id, operator.caller), options, out),
  );
}

async function find({ executor, options }: Session<ApprovalOptions>): Promise<Pending> {
  const pending = await executor.desk.find(options.id);
  if (pending === undefined)
    throw new Stop(
      'declined',
      'nothing of this id waits; `sovereign approvals list` shows what does',
    );
  return pending;
}

/** What is decided on was on a screen: the terminal's own, or the one whose digest is given. */
async function seenBy(
  { options, io, out }: Session<ApprovalOptions>,
  { disclosure }: Pending,
  question: string,
): Promise<string> {
  if (options.seen !== undefined) return options.seen;
  await out.sayVerbatim(disclosure.text);
  if (!canAsk(options, io))
    throw new Stop(
      'pending',
      'nobody is here to be asked: look at it with `approvals show`, and give the digest it shows as `--seen`',
    );
  const said = await ask(question, io, out);
  if (said !== 'yes') throw new Stop('pending', 'nothing was decided');
  return disclosure.digest;
}

async function shown(answer: DeskAnswer, options: Options, out: Output): Promise<Exit> {
  if (!answer.ok) {
    const { code, state, refusal } = answer;
    const more = [state, refusal?.code].filter((word) => word !== undefined).join(', ');
    throw refused(code, more);
  }
  const { pending, grant } = answer;
  if (options.json === true)
    await out.json({ ...pendingToWire(pending), ...(grant !== undefined && { grant: grant.id }) });
  else {
    await out.data(`${pending.id} is ${pending.state}`, 'good');
    if (pending.state === 'open') await out.dataVerbatim(pending.disclosure.text);
    if (grant !== undefined)
      await out.note(`grant ${grant.id} holds until ${instant(grant.expiresAt)}`);
  }
  return 'completed';
}

const refused = (code: DeskCode, more = ''): Stop =>
  new Stop(
    exitOfDesk(code),
    `the decision was not taken: ${code}${more === '' ? '' : ` (${more})`}`,
  );

/** Writes a proposal as plain JSON, with what its decider sees. */
function pendingToWire(pending: Pending): object {
  const { request, disclosure, decidedBy, approvedUntil, note, modified } = pending;
  return {
    id: pending.id,
    state: pending.state,
    capability: request.capability,
    version: request.version,
    principal: request.principal,
    disclosure: disclosure.text,
    seen: disclosure.digest,
    grantable: pending.grantable,
    created_at: new Date(pending.createdAt).toISOString(),
    expires_at: new Date(pending.expiresAt).toISOString(),
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(approvedUntil !== undefined && { approved_until: new Date(approvedUntil).toISOString() }),
    ...(note !== undefined && { note }),
    ...(modified !== undefined && { modified }),
  };
}
