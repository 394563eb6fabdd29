import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  type Outcome,
  type Policy,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

const plain = {
  version: 1,
  args: Type.Object({}),
  result: Type.Object({}),
  sideEffect: 'read_only',
  bounds: { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 5 },
  perform: () => ({}),
} as const;
const registry = createRegistry([
  defineCapability({
    ...plain,
    name: 'web.search',
    summary: 'Searches the web.',
    network: 'external',
  }),
  defineCapability({
    ...plain,
    name: 'room.light',
    summary: 'Tells how bright a room is.',
    network: 'local',
  }),
  defineCapability({
    ...plain,
    name: 'sudo_shell',
    summary: 'Would run anything.',
    network: 'local',
    locked: true,
  }),
]);

// #region policy
/** A household with one switch: whether anything may leave the device at all. */
export function createSwitchPolicy(): Policy & { set(externalEnabled: boolean): void } {
  let externalEnabled = false;
  let revision = 1;
  return {
    get revision() {
      return revision;
    },
    rule: ({ capability }) =>
      capability.network === 'external' && !externalEnabled
        ? { effect: 'deny', rule: 'external-is-off' }
        : { effect: capability.defaultRuling },
    describe: () => ({ revision, external_enabled: externalEnabled }),
    set(enabled) {
      externalEnabled = enabled;
      revision += 1; // or nobody could tell under which policy an attempt was ruled on
    },
  };
}
// #endregion

// #region use
const policy = createSwitchPolicy();
const executor = createExecutor({
  registry,
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  policy,
});
// #endregion

const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const ask = (capability: string, caller = ada): Promise<Outcome> =>
  executor.invoke({ capability, version: 1, args: {} }, caller);
const short = (outcome: Outcome): string =>
  'code' in outcome ? `${outcome.stage}: ${outcome.code}` : outcome.outcome;

const off = await ask('web.search');
policy.set(true);
const on = await ask('web.search');
const allowed = await ask('room.light');
// #region commitment
const committed = createCaller({ principal: 'person:ada', origin: 'user', commitment: true });
// #endregion
const asked = await ask('room.light', committed);
const locked = await ask('sudo_shell');

/** What the page shows of it. */
export const shows = {
  rulings: [
    `web.search while external is off   ${short(off)}`,
    `web.search while external is on    ${short(on)}`,
    `room.light                         ${short(allowed)}`,
    `room.light, as a commitment        ${short(asked)}`,
    `sudo_shell                         ${short(locked)}`,
  ].join('\n'),
  described: policy.describe(),
};
