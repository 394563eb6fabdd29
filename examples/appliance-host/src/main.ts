import { appliance } from '@sovereign/adapter-appliance';
import { createCaller, type Outcome, type Proposal } from '@sovereign/capabilities';
import { verifyJsonl } from '@sovereign/capabilities/node';
import { createHost } from '@sovereign/host';
import { alarmSilence } from './alarm.silence.js';
import { auditFile } from './audit-file.js';
import { check, heading, show } from './story.js';

// The door at work on this very machine: a reading, a refusal, a confirmation, a
// replay, and the record of all of it. Each part checks what it claims.

const file = await auditFile();
// #region host
const host = await createHost({
  capabilities: [...appliance, alarmSilence],
  directory: { persons: [{ id: 'ada', operator: true }], minds: [{ id: 'muse' }] },
  audit: { file },
  // Handlers run in processes without rights; where nothing can keep them in, this does not start.
});
// #endregion
const { executor } = host;
const muse = createCaller({ principal: 'mind:muse', origin: 'model', occasion: 'turn:1' });
const ask = (proposal: Proposal, caller = muse): Promise<Outcome> =>
  executor.invoke(proposal, caller);

heading('1. An automatic reading: read-only and local, so nobody is asked');
const health = await ask({ capability: 'system.health', version: 1, args: {} });
show(health);
check(
  health.outcome === 'completed' || 'reason' in health,
  'the reading completed, or said why it could not',
);

heading('2. A refusal by policy: the capability is locked, whoever asks');
const refused = await ask({ capability: 'alarm.silence', version: 1, args: {} });
show(refused);
check(
  refused.outcome === 'rejected' && refused.stage === 'policy' && refused.code === 'locked',
  'refused at policy',
);

heading('3. A confirmation: a commitment is asked about, even where the table would not');
const committed = createCaller({
  principal: 'mind:muse',
  origin: 'model',
  occasion: 'turn:2',
  commitment: true,
});
const processes = {
  capability: 'host.process.list',
  version: 1,
  args: { sort_by: 'memory', limit: 3 },
};
const pending = await ask(processes, committed);
if (pending.outcome !== 'pending') throw new Error('nobody was asked');
console.log(pending.pending.disclosure.text);
const decided = await executor.desk.decide({
  pending: pending.pending.id,
  person: 'ada',
  seen: pending.pending.disclosure.digest, // what was on the screen is what the yes is for
  approve: true,
});
check(decided.ok, 'ada said yes to exactly that');
const confirmation = await executor.desk.token(pending.pending.id); // a bearer: it stays in this process
if (confirmation === undefined) throw new Error('there is no yes to go on with');
const confirmed = await ask({ ...processes, confirmation }, committed);
show(confirmed);
check(confirmed.outcome === 'completed' || 'reason' in confirmed, 'it ran, once');

heading('4. A replay: the same token again');
const replayed = await ask({ ...processes, confirmation }, committed);
show(replayed);
check(
  replayed.outcome === 'rejected' && replayed.code === 'confirmation_refused',
  'a token serves once',
);

heading('5. The record: what happened, and no content');
for await (const event of host.sink.read({ last: 7 })) console.log(JSON.stringify(event));
await host.close();
const report = await verifyJsonl(file);
check(report.faults.length === 0, `the chain verifies: ${file}`);
