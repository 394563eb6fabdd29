// #region invoke
import {
  createCaller,
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
} from '@sovereign/capabilities';
import { nodeFilePower } from '@sovereign/capabilities/node';
import { machineUptime } from './machine.uptime.js';

const executor = createExecutor({
  registry: createRegistry([machineUptime]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  lend: ({ roots }) => ({ file: nodeFilePower({ roots }) }),
});
const caller = createCaller({ principal: 'person:ada', origin: 'user' });

const answer = await executor.invoke(
  { capability: 'machine.uptime', version: 1, args: {} },
  caller,
);
const typo = await executor.invoke(
  { capability: 'machine.uptime', version: 1, args: { unit: 'days' } },
  caller,
);
// #endregion

console.log(JSON.stringify(answer));
console.log(JSON.stringify(typo));

// An example checks its own outcome: it fails where it stops being true.
const works =
  answer.outcome === 'completed' ||
  (answer.outcome === 'rejected' && answer.reason === 'not_supported_here');
if (!works || typo.outcome !== 'rejected' || typo.stage !== 'validate') process.exitCode = 1;
