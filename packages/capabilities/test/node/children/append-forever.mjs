// Appends until it is killed, and says each time an append was acknowledged.
import { writeSync } from 'node:fs';
import './sources.mjs';

const { openJsonlSink } = await import('../../../src/node/jsonl-sink.ts');
const [path, callers, maxBytes] = process.argv.slice(2);
const sink = await openJsonlSink(path, { maxBytes: Number(maxBytes) });

const appendOn = async () => {
  for (;;) {
    const id = crypto.randomUUID();
    const { seq } = await sink.append({
      kind: 'invocation',
      id,
      time: '2026-01-02T03:04:05.678Z',
      capability: 'notes.read',
      stage_reached: 'executed',
      outcome: 'completed',
      duration_ms: 1,
    });
    // Written at once: what was said before the kill was said.
    writeSync(1, `${seq} ${id}\n`);
  }
};
await Promise.all(Array.from({ length: Number(callers) }, appendOn));
