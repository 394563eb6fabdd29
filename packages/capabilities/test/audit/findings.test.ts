import { describe, expect, it } from 'vitest';
import { createFindings } from '../../src/audit/findings.js';

describe('createFindings', () => {
  it('gives each fault the line it was noted at, and what is missing last', () => {
    const findings = createFindings();
    findings.nextLine();
    findings.nextLine();
    findings.note({ kind: 'malformed' });
    const report = findings.report([{ kind: 'truncated', line: 3 }], [], []);
    expect(report).toEqual({
      ok: false,
      lines: 2,
      writers: [],
      faults: [
        { kind: 'malformed', line: 2 },
        { kind: 'truncated', line: 3 },
      ],
      faultCount: 2,
      limits: [],
    });
  });

  it('lets a kind be corrected, also after a report, without changing that report', () => {
    const findings = createFindings();
    const noted = findings.note({ kind: 'removed', seq: 1 });
    const before = findings.report([], [], []);
    noted.kind = 'reordered';
    expect([before, findings.report([], [], [])].map(({ faults }) => faults[0]?.kind)).toEqual([
      'removed',
      'reordered',
    ]);
  });
});
