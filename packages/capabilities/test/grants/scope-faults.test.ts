import { describe, expect, it } from 'vitest';
import type { GrantScope } from '../../src/grants/grant.js';
import { contractsOf, scopeFaults } from '../../src/grants/scope-faults.js';
import { capabilityOf } from '../policy/rules.js';

const read = capabilityOf('files.read', { kind: 'path' });
const unit = capabilityOf('units.restart', { kind: 'name', sideEffect: 'mutating' });
const clock = capabilityOf('clock.read');
const ALL = [read, unit, clock];

const faultsOf = (
  scope: Partial<GrantScope> & Pick<GrantScope, 'capability'>,
): readonly string[] => {
  const whole: GrantScope = { access: 'write', ...scope };
  return scopeFaults(whole, contractsOf(whole.capability, ALL)).map(
    ({ path, rule }) => `${path} ${rule}`,
  );
};

describe('scopeFaults', () => {
  it('A43 refuses a scope that leaves open what it acts on; any is what somebody writes', () => {
    expect(faultsOf({ capability: 'files.read@1' })).toEqual(['/target required']);
    expect(faultsOf({ capability: 'files.read@1', target: '**' })).toEqual([]);
    expect(faultsOf({ capability: 'clock.read@1' })).toEqual([]);
  });

  it('A49 refuses leave for an interpreter, but for exactly what a person saw', () => {
    for (const target of ['python3', 'python*', '/usr/bin/bash', 'sh', 'node22'])
      expect(faultsOf({ capability: 'units.restart@1', target })).toContain('/target interpreter');
    expect(
      faultsOf({ capability: 'units.restart@1', target: 'python3', args: { at: 'python3' } }),
    ).toEqual([]);
    expect(faultsOf({ capability: 'units.restart@1', target: 'node_exporter.service' })).toEqual(
      [],
    );
  });

  it.each([
    [{ capability: 'no.such@1' }, '/capability unknown_capability'],
    [{ capability: 'clock.read@1', target: '**' }, '/target no_target'],
    [{ capability: 'files.read@1', target: 'relative/*' }, '/target glob'],
    [{ capability: 'clock.read@1', parameters: { a: '[b' } }, '/parameters/a glob'],
    [{ capability: 'clock.read@1', parameters: { 'a b': '[b' } }, '/parameters/* glob'],
    [
      { capability: 'units.restart@1', target: 'a', access: 'read' as const },
      '/access covers_nothing',
    ],
    [{ capability: 'files.*', target: '/a', args: { at: '/a' } }, '/args needs_one_capability'],
    [{ capability: 'files.read@1', target: '/a', args: { other: 1 } }, '/args arguments'],
    [{ capability: 'files.read@1', args: { at: '/a' } }, '/target target'],
  ])('finds in %j: %s', (scope, fault) => {
    expect(faultsOf(scope)).toContain(fault);
  });
});
