import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  summarize,
} from '@sovereign/capabilities';
import { openJsonlSink, verifyJsonl } from '@sovereign/capabilities/node';
import { Type } from 'typebox';

const noteFind = defineCapability({
  name: 'note.find',
  version: 1,
  summary: 'Finds notes.',
  args: Type.Object({ text: Type.String({ maxLength: 200 }) }),
  result: Type.Object({ notes: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }) }),
  sideEffect: 'read_only',
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 4_096, maxPerTurn: 5 },
  perform: ({ text }) => ({ notes: [`${text}: two litres`] }),
});

const folder = await mkdtemp(join(tmpdir(), 'sovereign-guide-'));
const file = join(folder, 'audit.jsonl');

// #region sink
const sink = await openJsonlSink(file);
const executor = createExecutor({
  registry: createRegistry([noteFind]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  sink,
  clock: { now: () => Date.UTC(2026, 0, 1, 12), monotonic: () => 0 }, // so that this page stands still
});
const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const wish = { capability: 'note.find', version: 1 };
await executor.invoke({ ...wish, args: { text: 'milk' } }, ada);
await executor.invoke({ ...wish, args: { txet: 'milk' } }, ada);
// #endregion

// #region read
const events = [];
for await (const event of sink.read({ last: 2 })) events.push(event);
const summary = await summarize(events);
// #endregion

// #region verify
const anchor = sink.anchor(); // { writer, seq, hash }: keep it where the log is not
await sink.close();
const sound = await verifyJsonl(file, { anchors: [anchor] });
// #endregion

const log = await readFile(file, 'utf8');

// #region tampered
await writeFile(file, log.replace('"outcome":"rejected"', '"outcome":"completed"'));
const edited = await verifyJsonl(file, { anchors: [anchor] });

await writeFile(file, log.slice(0, log.indexOf('\n') + 1)); // the last event is cut off
const cut = await verifyJsonl(file);
const cutWithAnchor = await verifyJsonl(file, { anchors: [anchor] });
// #endregion

await rm(folder, { recursive: true });

const found = ({ faults }: typeof sound): string =>
  faults.map(({ kind, line }) => `${kind} at line ${line}`).join(', ') || 'nothing';

/** What the page shows of it. */
export const shows = {
  event: events[0],
  holdsNoContent: log.includes('milk')
    ? 'the log holds content'
    : 'no word of the note is in the log',
  origins: summary.origins,
  verified: [
    `untouched                       ${found(sound)}`,
    `an outcome edited               ${found(edited)}`,
    `the last line cut off           ${found(cut)}`,
    `the same, with the anchor       ${found(cutWithAnchor)}`,
  ].join('\n'),
  limits: sound.limits,
};
