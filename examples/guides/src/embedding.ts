import {
  ContractError,
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  memorySink,
} from '@sovereign/capabilities';
import { createHost } from '@sovereign/host';
import { Type } from 'typebox';

const lampSwitch = defineCapability({
  name: 'lamp.switch',
  version: 1,
  summary: 'Switches the lamp in the hall.',
  args: Type.Object({ on: Type.Boolean() }),
  result: Type.Object({ on: Type.Boolean() }),
  sideEffect: 'mutating',
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 64, maxPerTurn: 3 },
  perform: ({ on }) => ({ on }),
});

// #region executor
const executor = createExecutor({
  registry: createRegistry([lampSwitch]),
  directory: listedDirectory({ persons: [{ id: 'ada', operator: true }], minds: [{ id: 'muse' }] }),
  runner: inlineRunner(),
  sink: memorySink(),
  defect: (thrown, where) => {
    console.error(where, thrown); // what handlers, ports and stages throw goes here and nowhere else
  },
});
// #endregion

// #region host
const host = await createHost({
  capabilities: [lampSwitch],
  directory: { persons: [{ id: 'ada', operator: true }], minds: [{ id: 'muse' }] },
  audit: 'memory', // or { file: '/var/lib/sovereign/audit.jsonl' }
  runner: 'inline', // its work is a function of this very program, not a module
  isolation: 'best-effort', // nothing keeps that in: say so, or the host does not start
});
// #endregion

// #region strict
const refusal = await createHost({
  capabilities: [lampSwitch],
  directory: { persons: [{ id: 'ada' }] },
  audit: 'memory',
  runner: 'inline',
}).then(
  () => 'it started',
  (thrown: unknown) => (ContractError.is(thrown) ? thrown.message : 'something else'),
);
// #endregion

// #region button
/** What a button of a page calls: the same door, with the person of the session as the caller. */
async function onPress(session: { readonly login: string }): Promise<string> {
  const caller = createCaller({ principal: `person:${session.login}`, origin: 'user' });
  const answer = await host.executor.invoke(
    { capability: 'lamp.switch', version: 1, args: { on: true } },
    caller,
  );
  return answer.outcome;
}
// #endregion

// #region events
const seen: string[] = [];
host.executor.events.on('stage-passed', ({ stage }) => seen.push(`passed ${stage}`));
host.executor.events.on('confirmation-requested', () => seen.push('a person is asked'));
host.executor.events.on('invocation-settled', ({ outcome }) => seen.push(`settled: ${outcome}`));
// #endregion

const pressed = await onPress({ login: 'ada' });
const events = [];
for await (const event of host.sink.read()) events.push(event);
await host.close();

/** What the page shows of it. */
export const shows = {
  refusal,
  isolation: host.isolation,
  noted: events[0],
  seen: seen.join('\n'),
  pressed,
  registered: executor.registry.capabilities.map(({ id }) => id),
};
