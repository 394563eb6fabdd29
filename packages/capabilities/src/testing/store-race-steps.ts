import type { RequestAnswer } from '../store/grant-steps.js';
import type { Answer } from '../store/pending-steps.js';
import { newGrant } from './store-fixtures.js';
import {
  beginInTurn,
  beginUnderKey,
  beginUnderOldRules,
  closeOverdue,
  RACER,
  redeem,
  useGrant,
  type StepRacer,
} from './store-race-attempts.js';
import { drawOne, type Draw } from './store-race-draw.js';

const HOUR = 3_600_000;

type Step = (racer: StepRacer) => Promise<void>;

/** What is done, and how often of twenty times. */
const MIX: readonly (readonly [times: number, step: Step])[] = [
  [3, redeem],
  [3, useGrant],
  [2, beginUnderKey],
  [2, beginInTurn],
  [1, beginUnderOldRules],
  [3, decide],
  [2, answer],
  [2, sweep],
  [1, closeOverdue],
  [1, revise],
];
const STEPS: readonly Step[] = MIX.flatMap(([times, step]) =>
  Array.from({ length: times }, () => step),
);

/** Takes one step at the store, whichever is drawn, and reports what the store answered. */
export async function takeStep(racer: StepRacer): Promise<void> {
  await drawOne(racer.draw, STEPS)?.(racer);
}

/** A name that nobody else decides by, and the grant that is given where it is a yes for a time. */
function decider(draw: Draw, of: string, kind: 'approval' | 'request') {
  const grant = newGrant(crypto.randomUUID(), {
    holder: RACER,
    source: { kind, id: of },
    lastsMs: HOUR,
  });
  return { by: `p-${crypto.randomUUID()}`, grant, choice: draw(4) };
}

async function decide({ stores, scene, draw, report }: StepRacer): Promise<void> {
  const waiting = await stores.store.findPending(drawOne(draw, scene.proposals) ?? '');
  if (waiting === undefined) return;
  const { id, disclosure } = waiting;
  const { by, grant, choice } = decider(draw, id, 'approval');
  const yes = { state: 'approved', by, ttlMs: HOUR } as const;
  const no: Answer = { state: choice === 2 ? 'declined' : 'withdrawn', by };
  const given: Answer = choice === 0 ? { ...yes, grant } : choice === 1 ? yes : no;
  const seen = given.state === 'withdrawn' ? undefined : disclosure.digest;
  const { changed } = await stores.store.decide(id, seen, given);
  report({
    is: 'decided',
    what: 'proposal',
    of: id,
    changed,
    state: given.state,
    by,
    ...(choice === 0 && { grant: grant.id }),
  });
}

async function answer({ stores, scene, draw, report }: StepRacer): Promise<void> {
  const waiting = await stores.store.findRequest(drawOne(draw, scene.requests) ?? '');
  if (waiting === undefined) return;
  const { id, digest } = waiting;
  const { by, grant, choice } = decider(draw, id, 'request');
  const no: RequestAnswer = { state: choice === 2 ? 'declined' : 'withdrawn', by };
  const given: RequestAnswer = choice < 2 ? { state: 'granted', by, grant } : no;
  const seen = given.state === 'withdrawn' ? undefined : digest;
  const { changed } = await stores.store.decideRequest(id, seen, given);
  report({
    is: 'decided',
    what: 'request',
    of: id,
    changed,
    state: given.state,
    by,
    ...(given.state === 'granted' && { grant: grant.id }),
  });
}

async function sweep({ stores, report }: StepRacer): Promise<void> {
  const name = crypto.randomUUID();
  report({ is: 'sweeping', sweep: name });
  const { grants } = await stores.store.sweep();
  report({ is: 'swept', sweep: name, grants: grants.map(({ id }) => id) });
}

/** Writes the rules anew with a mark of its own among them; what they say stays the same. */
async function revise({ stores: { store }, report }: StepRacer): Promise<void> {
  const { revision: from, rules } = (await store.policy()) ?? { revision: 0, rules: [] };
  const mark = `mark-${crypto.randomUUID()}`;
  const kept = rules.filter(({ id }) => typeof id !== 'string' || !id.startsWith('mark-'));
  const added = { id: mark, scope: 'global', capability: 'race.nothing', effect: 'ask' };
  const { changed } = await store.changePolicy(from, [...kept, added]);
  report({ is: 'revised', from, changed, mark });
}
