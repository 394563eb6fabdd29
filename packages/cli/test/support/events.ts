import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEvent, InvocationEvent } from '@sovereign/capabilities';

/** The bytes of the audit in a data folder, as text. */
export function auditText(data: string): string {
  return readFileSync(join(data, 'audit.jsonl'), 'latin1');
}

/** The events of the audit in a data folder, the notes about isolation aside. */
export function auditEvents(data: string): readonly AuditEvent[] {
  return auditText(data)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEvent)
    .filter(({ kind }) => kind !== 'configuration');
}

/** The terminal events of the audit in a data folder. */
export function invocations(data: string): readonly InvocationEvent[] {
  return auditEvents(data).filter((event) => event.kind === 'invocation');
}
