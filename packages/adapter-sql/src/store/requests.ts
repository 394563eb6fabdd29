import type {
  CapabilityRequest,
  Grant,
  GrantSteps,
  NewGrant,
  NewRequest,
  RequestAnswer,
  RequestChanged,
  RequestEntry,
  RequestState,
} from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import type { RequestRow } from '../database/tables.js';
import { frozen } from './frozen.js';
import { nextInOrder } from './order.js';

/** How long one that has ended can still be asked after, once it could not be answered any more. */
const KEEP_MS = 86_400_000;

const INSERT = statement(({ db }) =>
  db.insertInto('sovereign_requests').values({
    id: place('id'),
    seq: place('seq'),
    principal: place('principal'),
    state: 'open',
    digest: place('digest'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
    body: place('body'),
  }),
);
const CHANGE = statement(({ db }) =>
  db
    .updateTable('sovereign_requests')
    .set({ state: place('state'), body: place('body') })
    .where('id', '=', place('id'))
    .where('state', '=', 'open'),
);
const FIND = statement(({ db }) =>
  db.selectFrom('sovereign_requests').selectAll().where('id', '=', place('id')),
);
const FIND_TO_CHANGE = statement(({ db, lock }) =>
  lock(db.selectFrom('sovereign_requests').selectAll().where('id', '=', place('id'))),
);
const ALL = statement(({ db }) =>
  db.selectFrom('sovereign_requests').selectAll().orderBy('created_at').orderBy('seq'),
);
const OPEN_OF = statement(({ db }) =>
  db
    .selectFrom('sovereign_requests')
    .selectAll()
    .where('principal', '=', place('principal'))
    .where('state', '=', 'open')
    .where('expires_at', '>', place('now')),
);
const LAPSED = statement(({ db, lock }) =>
  lock(
    db
      .selectFrom('sovereign_requests')
      .selectAll()
      .where('state', '=', 'open')
      .where('expires_at', '<=', place('now')),
  ),
);

const FORGET = statement(({ db }) =>
  db
    .deleteFrom('sovereign_requests')
    .where('state', '!=', 'open')
    .where('expires_at', '<', place('old')),
);

type Body = Omit<
  CapabilityRequest,
  'id' | 'principal' | 'state' | 'digest' | 'createdAt' | 'expiresAt'
>;

/** Reads a row as it stands at this moment. */
function requestOf(row: RequestRow, now: number): CapabilityRequest {
  const body = JSON.parse(row.body) as Body;
  const lapsed = row.state === 'open' && row.expires_at <= now;
  const { id, principal, digest, created_at: createdAt, expires_at: expiresAt } = row;
  const expired: RequestEntry = { time: expiresAt, by: principal, kind: 'expired' };
  return frozen<CapabilityRequest>({
    id,
    principal: principal as CapabilityRequest['principal'], // INVARIANT: written by `open`
    digest,
    ...body,
    state: lapsed ? 'expired' : (row.state as RequestState),
    createdAt,
    expiresAt,
    history: lapsed ? [...body.history, expired] : body.history,
  });
}

const bodyOf = (request: CapabilityRequest): string => {
  const {
    id: _i,
    principal: _p,
    state: _s,
    digest: _d,
    createdAt: _c,
    expiresAt: _e,
    ...body
  } = request;
  return JSON.stringify(body satisfies Body);
};

async function put(tx: Tx, request: CapabilityRequest): Promise<boolean> {
  const { id, state } = request;
  return (await tx.run(CHANGE, { id, state, body: bodyOf(request) })) === 1;
}

async function open(
  tx: Tx,
  { ttlMs, maxOpen, ...wanted }: NewRequest,
): Promise<CapabilityRequest | 'too_many_requests'> {
  const { id, principal, digest } = wanted;
  await tx.alone(`request:${principal}`);
  const now = await tx.now();
  const waiting = await tx.all(OPEN_OF, { principal, now });
  const same = waiting.find((row) => row.digest === digest);
  if (same !== undefined) return requestOf(same, now);
  if (waiting.length >= maxOpen) return 'too_many_requests';
  const request = frozen<CapabilityRequest>({
    ...wanted,
    state: 'open',
    createdAt: now,
    expiresAt: now + ttlMs,
    history: [{ time: now, by: principal, kind: 'asked' }],
  });
  await tx.run(INSERT, {
    id,
    seq: nextInOrder(),
    principal,
    digest,
    created_at: now,
    expires_at: now + ttlMs,
    body: bodyOf(request),
  });
  return request;
}

async function decide(
  tx: Tx,
  { id, seen, answer }: { id: string; seen: string | undefined; answer: RequestAnswer },
  addGrant: (tx: Tx, grant: NewGrant) => Promise<Grant>,
): Promise<RequestChanged> {
  const row = await tx.get(FIND_TO_CHANGE, { id });
  if (row === undefined) return { changed: false, request: undefined };
  const now = await tx.now();
  const request = requestOf(row, now);
  const fits = seen === undefined ? answer.state === 'withdrawn' : request.digest === seen;
  if (request.state !== 'open' || !fits) return { changed: false, request };
  const grant = answer.state === 'granted' ? { grant: answer.grant.id } : undefined;
  const entry: RequestEntry = {
    time: now,
    by: answer.state === 'withdrawn' ? answer.by : `person:${answer.by}`,
    kind: answer.state,
    ...(answer.state !== 'withdrawn' && answer.note !== undefined && { note: answer.note }),
    ...grant,
  };
  const changed = frozen<CapabilityRequest>({
    ...request,
    state: answer.state,
    history: [...request.history, entry],
    ...grant,
  });
  if (!(await put(tx, changed))) return { changed: false, request };
  return {
    changed: true,
    request: changed,
    ...(answer.state === 'granted' && { grant: await addGrant(tx, answer.grant) }),
  };
}

/** Marks what has lapsed, forgets what is long ended; tells what was marked by this step. */
export async function sweepRequests(tx: Tx): Promise<readonly string[]> {
  const now = await tx.now();
  const marked: string[] = [];
  for (const row of await tx.all(LAPSED, { now }))
    if (await put(tx, requestOf(row, now))) marked.push(row.id);
  await tx.run(FORGET, { old: now - KEEP_MS });
  return marked;
}

type Steps = Pick<GrantSteps, 'openRequest' | 'findRequest' | 'listRequests' | 'decideRequest'>;

/** Keeps capability requests in a database. */
export function requestSteps(
  database: Database,
  addGrant: (tx: Tx, grant: NewGrant) => Promise<Grant>,
): Steps {
  return Object.freeze<Steps>({
    openRequest: (wanted) => database.write((tx) => open(tx, wanted)),
    findRequest: (id) =>
      database.read(async (tx) => {
        const row = await tx.get(FIND, { id });
        return row && requestOf(row, await tx.now());
      }),
    listRequests: ({ principal, states } = {}) =>
      database.read(async (tx) => {
        const now = await tx.now();
        return (await tx.all(ALL))
          .map((row) => requestOf(row, now))
          .filter((one) => principal === undefined || one.principal === principal)
          .filter(({ state }) => states === undefined || states.includes(state));
      }),
    decideRequest: (id, seen, answer) =>
      database.write((tx) => decide(tx, { id, seen, answer }, addGrant)),
  });
}
