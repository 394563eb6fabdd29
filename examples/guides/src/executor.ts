import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  fail,
  inlineRunner,
  listedDirectory,
  type Outcome,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

const shared = {
  version: 1,
  args: Type.Object({ room: Type.String({ maxLength: 40 }) }),
  result: Type.Object({ celsius: Type.Number() }),
  network: 'local',
  bounds: { timeoutMs: 50, maxResultBytes: 64, maxPerTurn: 2 },
} as const;
let readings = 0;
const roomTemperature = defineCapability({
  ...shared,
  name: 'room.temperature',
  summary: 'Tells how warm a room is.',
  sideEffect: 'read_only',
  failures: ['no_such_room'],
  perform: ({ room }) => {
    readings += 1;
    return room === 'hall' ? { celsius: 19 } : fail('no_such_room');
  },
});
const roomHeat = defineCapability({
  ...shared,
  name: 'room.heat',
  summary: 'Heats a room.',
  sideEffect: 'mutating',
  perform: () => new Promise<never>(() => undefined), // never answers
});

const executor = createExecutor({
  registry: createRegistry([roomTemperature, roomHeat]),
  directory: listedDirectory({ persons: [{ id: 'ada', operator: true }] }),
  runner: inlineRunner(),
});
const ada = createCaller({ principal: 'person:ada', origin: 'user' });

// #region outcome
/** Says in one sentence how an invocation ended. */
export function tell(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'completed':
      return `It is done: ${JSON.stringify(outcome.result)}.`;
    case 'pending':
      return `A person is asked: ${outcome.pending.disclosure.fields.effect}`;
    case 'rejected':
      return `Refused at ${outcome.stage}: ${outcome.reason ?? outcome.code}.`;
    case 'unknown':
      return 'It was begun, and what it did is not known: look before you try again.';
  }
}
// #endregion

const temperature = { capability: 'room.temperature', version: 1 };
const outcomes = {
  completed: await executor.invoke({ ...temperature, args: { room: 'hall' } }, ada),
  misspelt: await executor.invoke({ ...temperature, args: { rom: 'hall' } }, ada),
  reason: await executor.invoke({ ...temperature, args: { room: 'attic' } }, ada),
  resolve: await executor.invoke({ ...temperature, version: 2, args: {} }, ada),
};

// #region unknown
const heat = { capability: 'room.heat', version: 1, args: { room: 'hall' } };
const asked = await executor.invoke(heat, ada);
if (asked.outcome !== 'pending') throw new Error('nobody was asked');
await executor.desk.decide({
  pending: asked.pending.id,
  person: 'ada',
  seen: asked.pending.disclosure.digest,
  approve: true,
});
const confirmation = (await executor.desk.token(asked.pending.id)) ?? '';
const unknown = await executor.invoke({ ...heat, confirmation }, ada);
// #endregion

// #region preview
const preview = await executor.preview(heat, ada);
// #endregion

// #region key
const keyed = createCaller({ principal: 'person:ada', origin: 'user', key: 'morning/1' });
const before = readings;
const first = await executor.invoke({ ...temperature, args: { room: 'hall' } }, keyed);
const second = await executor.invoke({ ...temperature, args: { room: 'hall' } }, keyed);
const other = await executor.invoke({ ...temperature, args: { room: 'attic' } }, keyed);
const ran = readings - before; // the handler ran once
// #endregion

// #region turn
const turn = createCaller({ principal: 'person:ada', origin: 'user', occasion: 'turn:8' });
const third: Outcome[] = [];
for (const room of ['hall', 'hall', 'hall'])
  third.push(await executor.invoke({ ...temperature, args: { room } }, turn));
// #endregion

/** What the page shows of it. */
export const shows = {
  completed: outcomes.completed,
  misspelt: outcomes.misspelt,
  told: Object.values({ ...outcomes, asked, unknown })
    .map(tell)
    .join('\n'),
  unknown,
  preview: {
    decision: preview.decision,
    ruling: preview.ruling,
    structural: preview.structural,
  },
  key: { ran, first, second, other },
  turn: third.map(tell).join('\n'),
};
