// Tries to open a log when told to, says how that went, and holds it until told to let go.
import { createInterface } from 'node:readline';
import './sources.mjs';

const { openJsonlSink } = await import('../../../src/node/jsonl-sink.ts');
const { AuditLockedError } = await import('../../../src/node/audit-locked-error.ts');
const [path] = process.argv.slice(2);
let sink;

const answers = {
  async open() {
    try {
      sink = await openJsonlSink(path);
      const { seq } = await sink.append({
        kind: 'configuration',
        id: crypto.randomUUID(),
        time: '2026-01-02T03:04:05.678Z',
      });
      return `holds ${seq}`;
    } catch (error) {
      return AuditLockedError.is(error) ? `${error.code} ${error.pid}` : `failed ${error}`;
    }
  },
  async close() {
    await sink?.close();
    return 'closed';
  },
};

console.log('ready');
for await (const line of createInterface({ input: process.stdin }))
  console.log(await answers[line]?.());
