import { describe, expect, it } from 'vitest';
import { AUDIT_FIELDS, NEVER_AUDITED } from '../src/audit-fields.js';
import { auditText } from './support/events.js';
import { household, temporaryFolder } from './support/fake-io.js';

describe('AUDIT_FIELDS', () => {
  it('names every field of the events that are written, in their order', async () => {
    const data = temporaryFolder();
    await household(data, ['invoke', 'notes.read@1']);
    await household(data, ['invoke', 'notes.write@1', '{"note":""}']);
    const written = auditText(data)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    for (const event of written.filter((one) => (one as { kind: string }).kind === 'invocation')) {
      const known = Object.keys(AUDIT_FIELDS).filter((field) => Object.hasOwn(event, field));
      expect(Object.keys(event)).toEqual(known);
    }
  });

  it('names none of what is never written', () => {
    for (const never of NEVER_AUDITED) expect(Object.keys(AUDIT_FIELDS)).not.toContain(never);
  });
});
