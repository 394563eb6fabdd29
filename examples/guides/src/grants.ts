import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  requestText,
  scopeText,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

const registry = createRegistry([
  defineCapability({
    name: 'logs.query',
    version: 1,
    summary: 'Reads the log of one unit.',
    args: Type.Object({ unit: Type.String(), lines: Type.Integer({ minimum: 1, maximum: 500 }) }),
    result: Type.Object({ text: Type.String() }),
    sideEffect: 'read_only',
    network: 'local',
    target: ({ unit }) => unit,
    targetKind: 'name',
    defaultRuling: 'ask',
    bounds: { timeoutMs: 1_000, maxResultBytes: 65_536, maxPerTurn: 50 },
    perform: ({ unit }) => ({ text: `log of ${unit}` }),
  }),
]);
const executor = createExecutor({
  registry,
  directory: listedDirectory({
    persons: [{ id: 'olga', operator: true }],
    minds: [{ id: 'muse' }],
  }),
  runner: inlineRunner(),
});
const muse = createCaller({
  principal: 'mind:muse',
  origin: 'model',
  occasion: 'turn:1',
  intention: 'find-out-why-the-web-server-stops',
});

// #region request
const asked = await executor.requestCapability(
  {
    scope: {
      capability: 'logs.query@1',
      target: 'web-*',
      otherParameters: 'any',
      access: 'read',
    },
    durationMs: 3_600_000,
    operations: 20,
    reason: 'the web server stopped three times today',
    evidence: ['observation:web-1-exited'],
    risk: 'log lines can hold addresses of visitors',
    mitigation: 'addresses are masked before they are read',
    fallback: 'asks a person before each look',
    alternatives: ['restart it without knowing why'],
  },
  muse,
);
// #endregion
if (!asked.ok) throw new Error(asked.code);

// #region decide
const [batch] = await executor.requests.batches({ states: ['open'] });
const request = batch?.requests[0];
const decided = await executor.requests.decide({
  request: request?.id ?? '',
  person: 'olga',
  seen: request?.digest ?? '', // of what is on her screen
  approve: true,
  narrow: {
    lastsMs: 600_000,
    uses: 5,
    scope: {
      capability: 'logs.query@1',
      target: 'web-1',
      otherParameters: 'any',
      access: 'read',
    },
  },
});
// #endregion
if (!decided.ok || decided.grant === undefined) throw new Error('not granted');

const query = (unit: string) =>
  executor.invoke({ capability: 'logs.query', version: 1, args: { unit, lines: 10 } }, muse);
const one = await query('web-1');
const other = await query('web-2');

// #region revoke
await executor.grants.revoke({ grant: decided.grant.id, person: 'olga' });
// #endregion
const after = await query('web-1');

/** What the page shows of it. */
export const shows = {
  asked: requestText(asked.request),
  scope: scopeText(decided.grant.scope).join('\n'),
  outcomes: [
    `web-1                 ${one.outcome}`,
    `web-2                 ${other.outcome}`,
    `web-1, once revoked   ${after.outcome}`,
  ].join('\n'),
};
