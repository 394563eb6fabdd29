import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

// #region capability
export const mailSend = defineCapability({
  name: 'mail.send',
  version: 1,
  summary: 'Sends a mail.',
  args: Type.Object({
    to: Type.String({ format: 'email', maxLength: 254 }),
    text: Type.String({ minLength: 1, maxLength: 2_000 }),
  }),
  result: Type.Object({ sent: Type.Boolean() }),
  sideEffect: 'mutating',
  network: 'external',
  bounds: { timeoutMs: 5_000, maxResultBytes: 64, maxPerTurn: 2 },
  effect: ({ to }) => `Sends a mail to ${to}. It cannot be called back.`,
  perform: () => ({ sent: true }),
});
// #endregion

const executor = createExecutor({
  registry: createRegistry([mailSend]),
  directory: listedDirectory({
    persons: [{ id: 'ada', operator: true }, { id: 'bob' }],
    minds: [{ id: 'muse' }],
  }),
  runner: inlineRunner(),
});

// #region asked
const muse = createCaller({
  principal: 'mind:muse',
  origin: 'model',
  occasion: 'turn:17',
  provenance: [{ path: '/text', source: 'web', trust: 'low' }], // where the words came from
});
const wish = {
  capability: 'mail.send',
  version: 1,
  args: { to: 'ada@example.org', text: 'The parcel is here.' },
};
const asked = await executor.invoke(wish, muse);
if (asked.outcome !== 'pending') throw new Error('nobody was asked');
const { id, disclosure } = asked.pending;
// #endregion

// #region decided
const decided = await executor.desk.decide({
  pending: id,
  person: 'ada', // from the host's own session, never from the request
  seen: disclosure.digest, // the text that was on this person's screen
  approve: true,
});
const confirmation = await executor.desk.token(id);
if (!decided.ok || confirmation === undefined) throw new Error('ada did not say yes');
const answer = await executor.invoke({ ...wish, confirmation }, muse);
// #endregion

// #region replayed
const again = await executor.invoke({ ...wish, confirmation }, muse);
// #endregion

// #region others
const notTheSame = await executor.invoke(
  { ...wish, args: { ...wish.args, to: 'bob@example.org' }, confirmation },
  muse,
);
const sayingSo = await executor.invoke({ ...wish, confirmed: true } as typeof wish, muse);
// #endregion

// #region deciders
const waiting = await executor.invoke(wish, muse);
if (waiting.outcome !== 'pending') throw new Error('nobody was asked');
const { pending } = waiting;
const decisions = {
  byBob: await executor.desk.decide({
    pending: pending.id,
    person: 'bob', // a person, but neither an operator nor the one who asked
    seen: pending.disclosure.digest,
    approve: true,
  }),
  unseen: await executor.desk.decide({
    pending: pending.id,
    person: 'ada',
    seen: 'another digest', // this is not what the person was shown
    approve: true,
  }),
  declined: await executor.desk.decide({
    pending: pending.id,
    person: 'ada',
    seen: pending.disclosure.digest,
    approve: false,
    note: 'Tell me yourself.',
  }),
};
const told = await executor.invoke(wish, muse);
// #endregion

const third = await executor.invoke(
  { ...wish, args: { ...wish.args, text: 'Dinner is ready.' } },
  muse,
);
if (third.outcome !== 'pending') throw new Error('nobody was asked');
await executor.desk.decide({
  pending: third.pending.id,
  person: 'ada',
  seen: third.pending.disclosure.digest,
  approve: true,
});

// #region resumed
const resumed = await executor.resume(third.pending.id);
// #endregion

/** What the page shows of it. */
export const shows = {
  disclosure: disclosure.text,
  answer,
  again,
  others: { notTheSame, sayingSo },
  decisions: Object.fromEntries(
    Object.entries(decisions).map(([name, one]) => [name, one.ok ? 'decided' : one.code]),
  ),
  told,
  resumed,
};
