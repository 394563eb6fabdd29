import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

const plain = {
  version: 1,
  args: Type.Object({ host: Type.String() }),
  result: Type.Object({}),
  sideEffect: 'read_only',
  network: 'local',
  target: ({ host }: { host: string }) => host,
  targetKind: 'host',
  bounds: { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 5 },
  perform: () => ({}),
} as const;
const registry = createRegistry([
  defineCapability({ ...plain, name: 'names.lookup', summary: 'Looks a name up in the cache.' }),
]);
const executor = createExecutor({
  registry,
  directory: listedDirectory({
    persons: [{ id: 'olga', operator: true }],
    minds: [{ id: 'muse' }],
  }),
  runner: inlineRunner(),
  timeZone: 'Europe/Berlin',
});

// #region set
await executor.policies.set({
  person: 'olga',
  rule: {
    id: 'muse-asks-about-banks',
    scope: 'mind:muse',
    capability: 'names.*',
    target: '**.bank.example',
    effect: 'ask',
  },
});
await executor.policies.set({
  person: 'olga',
  rule: {
    id: 'nobody-at-night',
    scope: 'global',
    capability: '*',
    hours: { from: '23:00', to: '06:00' },
    effect: 'deny',
    final: true,
  },
});
// #endregion

const muse = createCaller({ principal: 'mind:muse', origin: 'model', occasion: 'turn:1' });
const proposal = {
  capability: 'names.lookup',
  version: 1,
  args: { host: 'www.bank.example' },
};
// #region explain
const explained = await executor.explain(proposal, muse);
// #endregion
const explanation = explained.ok ? explained.explanation : undefined;

// #region diff
const stricter = await executor.policies.diff([
  { id: 'ask-all', scope: 'global', capability: '*', effect: 'ask' },
]);
// #endregion

const policy = await executor.policies.read();
const outlook = await executor.outlook('mind:muse');

/** What the page shows of it. */
export const shows = {
  rules: policy?.rules.map(({ id, effect, final }) => `${id}: ${effect}${final ? ', final' : ''}`),
  // Which rule wins depends on the hour at which this page is built; that both are named does not.
  named: [explanation?.winner, ...(explanation?.losers ?? []).map(({ rule }) => rule)]
    .map((rule) => rule?.id ?? 'none')
    .toSorted(),
  diff: stricter.ok && {
    complete: stricter.diff.complete,
    some: stricter.diff.differences.length > 0,
  },
  outlook: outlook?.entries.map(
    ({ capability, ruling, rules }) =>
      `${capability}: ${ruling}, by ${[...rules].sort().join(', ')}`,
  ),
};
