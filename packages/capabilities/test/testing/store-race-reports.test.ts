import { describe, expect, it } from 'vitest';
import { reportsOf, type RaceReport } from '../../src/testing/store-race-reports.js';

describe('reportsOf', () => {
  it('gives the reports of one kind, in their order', () => {
    const reports: readonly RaceReport[] = [
      { is: 'sweeping', sweep: 'a' },
      { is: 'ended', attempt: '1', counted: true },
      { is: 'swept', sweep: 'a', grants: [] },
      { is: 'ended', attempt: '2', counted: false },
    ];
    expect(reportsOf(reports, 'ended').map(({ attempt }) => attempt)).toEqual(['1', '2']);
    expect(reportsOf(reports, 'revised')).toEqual([]);
  });
});
