import { sha256Hex } from '../internal/sha256.js';
import { isoTime } from '../internal/time.js';
import type { Intent, Settled } from '../store/intent-steps.js';
import { terminalEvent, type TerminalDraft } from './store-fixtures.js';
import { drawOne, type Draw } from './store-race-draw.js';
import type { RacePrize, RaceReport, RaceStores, RaceSteps } from './store-race-reports.js';

/** How long a token may wait to be used. */
const TOKEN_MS = 60_000;

/** Whose attempts, proposals and grants are raced for at the store itself. */
export const RACER = 'person:bob';

/** One racing process at the store itself. */
export interface StepRacer {
  readonly stores: RaceStores;
  readonly scene: RaceSteps;
  readonly draw: Draw;
  readonly report: (report: RaceReport) => void;
}

/** Mints a token for an approved proposal, and begins with it. */
export async function redeem(racer: StepRacer): Promise<void> {
  const { store } = racer.stores;
  const prize = await store.findPending(drawOne(racer.draw, racer.scene.tokens) ?? '');
  if (prize === undefined) return;
  const tokenHash = sha256Hex(crypto.randomUUID());
  if ((await store.mint(prize.id, tokenHash, TOKEN_MS)) === undefined) return;
  await attempt(racer, ['token', prize.id], { tokenHash, fingerprint: prize.asked });
}

/** Begins under a counted grant. */
export async function useGrant(racer: StepRacer): Promise<void> {
  const prize = drawOne(racer.draw, racer.scene.grants);
  if (prize !== undefined) await attempt(racer, ['grant', prize.id], { grant: prize.id });
}

/** Begins under a key that others want too. */
export async function beginUnderKey(racer: StepRacer): Promise<void> {
  const key = drawOne(racer.draw, racer.scene.keys);
  if (key !== undefined) await attempt(racer, ['key', key], { key });
}

/** Begins in a turn that takes only so many. */
export async function beginInTurn(racer: StepRacer): Promise<void> {
  const turn = drawOne(racer.draw, racer.scene.turns);
  const { perTurn: maxPerTurn } = racer.scene;
  if (turn !== undefined) await attempt(racer, ['turn', turn], { turn, maxPerTurn });
}

/** Begins under rules that are over, which nothing may. */
export async function beginUnderOldRules(racer: StepRacer): Promise<void> {
  const policyRevision = racer.scene.oldRevision;
  await attempt(racer, ['rules', `${policyRevision}`], { policyRevision });
}

/** Begins, and mostly ends what began. What is left is for others to close. */
async function attempt(
  { stores, draw, report }: StepRacer,
  [by, of]: readonly [RacePrize, string],
  claims: Partial<Intent>,
): Promise<void> {
  const { store } = stores;
  const id = crypto.randomUUID();
  const named = { key: id, fingerprint: 'race', ...claims };
  const begun = await store.begin({
    id,
    capability: 'race.touch',
    version: 1,
    principal: RACER,
    maxPerTurn: 1_000_000,
    policyRevision: await store.policyRevision(),
    deadlineMs: 50 + draw(300),
    mutating: true,
    ...named,
  });
  const { key, fingerprint } = named;
  const told = { attempt: id, by, of, key, fingerprint };
  if (!begun.ok) return report({ is: 'refused', ...told, code: begun.code });
  report({ is: 'began', ...told });
  if (draw(4) === 0) return;
  const mark = 1 + draw(1_000_000_000);
  const ended = await end(
    stores,
    { outcome: 'completed', resultBytes: mark },
    terminalEvent(id, mark),
  );
  report({ is: 'ended', attempt: id, ...ended });
}

/** Closes what others left behind. */
export async function closeOverdue({ stores, report }: StepRacer): Promise<void> {
  for (const { id } of await stores.store.overdue()) {
    const ended = await end(stores, { outcome: 'unknown', code: 'worker_lost' }, terminalEvent(id));
    report({ is: 'ended', attempt: id, ...ended });
  }
}

/**
 * Ends an attempt with its event: in one step where they lie in one database. Elsewhere the event
 * comes first, and the one that was first says how the attempt ended.
 */
async function end(
  { store, sink }: RaceStores,
  settled: Settled,
  draft: TerminalDraft,
): Promise<{ readonly counted: boolean; readonly mark?: number }> {
  const event = { ...draft, time: isoTime(await store.now()) };
  const withMark = (bytes: number | undefined) => (bytes === undefined ? {} : { mark: bytes });
  if (sink === undefined || store.sink !== undefined) {
    const counted = await store.end(event.id, settled, event);
    return { counted, ...withMark(settled.resultBytes) };
  }
  const first = await sink.append(event);
  const mark = 'result_bytes' in first ? first.result_bytes : undefined;
  const known: Settled =
    mark === undefined
      ? { outcome: 'unknown', code: 'worker_lost' }
      : { outcome: 'completed', resultBytes: mark };
  return { counted: await store.end(event.id, known), ...withMark(mark) };
}
