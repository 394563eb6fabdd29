// #region first
import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
} from '@sovereign/capabilities';
import { Type } from 'typebox';

const lampSwitch = defineCapability({
  name: 'lamp.switch',
  version: 1,
  summary: 'Switches the lamp in the hall.',
  args: Type.Object({ on: Type.Boolean() }),
  result: Type.Object({ on: Type.Boolean() }),
  sideEffect: 'mutating', // so a person is asked; no field can say otherwise
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 64, maxPerTurn: 3 },
  perform: ({ on }) => ({ on }),
});
// #region door
const registry = createRegistry([lampSwitch]);
const directory = listedDirectory({ persons: [{ id: 'ada' }] });
const executor = createExecutor({ registry, directory, runner: inlineRunner() });
const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const wish = { capability: 'lamp.switch', version: 1, args: { on: true } };
const answer = await executor.invoke(wish, ada);
// #endregion
// #endregion

if (answer.outcome !== 'pending') throw new Error('nobody was asked');
const { stage, code, pending } = answer;

/** What the page shows of it. */
export const shows = {
  answer: `${answer.outcome} at ${stage}: ${code}\n\n${pending.disclosure.text}`,
};
