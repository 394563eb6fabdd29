import {
  requestText,
  type CapabilityRequest,
  type RequestDeskAnswer,
  type RequestEntry,
} from '@sovereign/capabilities';
import { ask, canAsk } from '../ask.js';
import { exitOfGrant, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { labels, type Labelled } from '../layout.js';
import { readNote } from '../note.js';
import { printable } from '../printable.js';
import type { Options } from '../options.js';
import { inLook, inSession, type Session } from '../session.js';
import { Stop } from '../stop.js';
import { instant, readGrantLength } from '../times.js';
import { counted } from '../units.js';

/** What a command about one request takes. */
export interface RequestOptions extends Options {
  readonly id: string;
}

/** What `requests decide` takes. */
export interface RequestDecideOptions extends RequestOptions {
  readonly approve?: boolean;
  readonly deny?: boolean;
  readonly seen?: string;
  readonly note?: string;
  /** Shorter than was asked. */
  readonly for?: string;
  /** Fewer than were asked. */
  readonly uses?: string;
}

/** Lists what minds ask to be granted, one item for each intention. */
export function requestsList(options: Options & { readonly all?: boolean }, io: Io): Promise<Exit> {
  return inLook(options, io, async ({ executor, out }) => {
    const batches = await executor.requests.batches(
      options.all === true ? {} : { states: ['open'] },
    );
    if (options.json === true)
      await out.json(
        batches.map(({ principal, intention, requests }) => ({
          principal,
          ...(intention !== undefined && { intention }),
          requests: requests.map(requestToWire),
        })),
      );
    else if (batches.length === 0) await out.note('nobody asks for a grant', 'good');
    else
      for (const { principal, intention = 'no intention', requests } of batches) {
        await out.data(
          `${principal}, ${intention}: ${counted(requests.length, 'request')}`,
          'heading',
        );
        for (const { id, state, scope, reason } of requests)
          // A text of a mind's own stays within its line.
          await out.data(`  ${id}  ${state}  ${printable(`${scope.capability}: ${reason}`)}`);
      }
    return 'completed';
  });
}

/** Shows one request with everything that was said for it. */
export function requestsShow(options: RequestOptions, io: Io): Promise<Exit> {
  return inLook(options, io, async (session) => {
    const request = await find(session);
    if (options.json === true) await session.out.json(requestToWire(request));
    else {
      await session.out.dataVerbatim(requestText(request));
      await session.out.data(labels(facts(request), session.out.width).join('\n'));
    }
    return 'completed';
  });
}

/** Grants what was asked, or less of it, or declines. */
export function requestsDecide(options: RequestDecideOptions, io: Io): Promise<Exit> {
  const { approve = false, deny = false } = options;
  if (approve === deny) throw new Stop('usage', 'say `--approve` or `--deny`, one of them');
  const note = readNote(options.note);
  const narrow = narrowed(options);
  return inSession(options, io, async (session) => {
    const request = await find(session);
    const seen = deny ? (options.seen ?? request.digest) : await seenBy(session, request);
    const answer = await session.executor.requests.decide({
      request: request.id,
      person: session.operator.person,
      seen,
      approve,
      ...(note !== undefined && { note }),
      ...(narrow !== undefined && { narrow }),
    });
    return shown(answer, session);
  });
}

function narrowed({
  for: length,
  uses,
}: RequestDecideOptions): { readonly lastsMs?: number; readonly uses?: number } | undefined {
  if (length === undefined && uses === undefined) return undefined;
  if (uses !== undefined && !/^[1-9]\d{0,5}$/.test(uses))
    throw new Stop('usage', '--uses: write a whole number from 1');
  return {
    ...(length !== undefined && { lastsMs: readGrantLength(length, '--for') }),
    ...(uses !== undefined && { uses: Number(uses) }),
  };
}

async function seenBy(
  { options, io, out }: Session<RequestDecideOptions>,
  request: CapabilityRequest,
): Promise<string> {
  if (options.seen !== undefined) return options.seen;
  await out.sayVerbatim(requestText(request));
  if (!canAsk(options, io))
    throw new Stop(
      'pending',
      'nobody is here to be asked: look at it with `requests show`, and give the digest it shows as `--seen`',
    );
  if ((await ask('Grant this? (yes/no)', io, out)) !== 'yes')
    throw new Stop('pending', 'nothing was decided');
  return request.digest;
}

async function find({ executor, options }: Session<RequestOptions>): Promise<CapabilityRequest> {
  const request = await executor.requests.find(options.id);
  if (request === undefined)
    throw new Stop(
      'declined',
      'there is no request of this id; `sovereign requests list` shows them',
    );
  return request;
}

async function shown(
  answer: RequestDeskAnswer,
  { options, out }: Session<RequestDecideOptions>,
): Promise<Exit> {
  if (!answer.ok) {
    const faults = (answer.violations ?? []).map(({ path, rule }) => `${path}: ${rule}`).join('; ');
    throw new Stop(
      exitOfGrant(answer.code),
      `nothing was decided: ${answer.code}${faults === '' ? '' : ` (${faults})`}`,
    );
  }
  const { request, grant } = answer;
  if (options.json === true) await out.json(requestToWire(request));
  else {
    await out.data(`${request.id} is ${request.state}`, 'good');
    if (grant !== undefined)
      await out.note(`grant ${grant.id} holds until ${instant(grant.expiresAt)}`);
  }
  return 'completed';
}

/** How a request stands, beside what is decided on. */
function facts(request: CapabilityRequest): readonly Labelled[] {
  const { history } = request;
  return [
    ['state', `${request.state}, until ${instant(request.expiresAt)}`],
    ['history', ...history.map(entryText)],
    ['seen', request.digest],
  ];
}

const entryText = ({ time, by, kind, note }: RequestEntry): string =>
  `${instant(time)} ${kind} by ${by}${note === undefined ? '' : `: ${note}`}`;

/** Writes a request as plain JSON. */
function requestToWire(request: CapabilityRequest): object {
  const {
    durationMs,
    createdAt,
    expiresAt,
    contracts: _contracts,
    digest,
    history,
    ...rest
  } = request;
  return {
    ...rest,
    text: requestText(request),
    duration_ms: durationMs,
    seen: digest,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    history: history.map(({ time, ...entry }) => ({
      time: new Date(time).toISOString(),
      ...entry,
    })),
  };
}
