import * as core from '@sovereign/capabilities';
import * as node from '@sovereign/capabilities/node';
import * as sql from '@sovereign/adapter-sql';
import * as host from '@sovereign/host';
import { describe, expect, it } from 'vitest';

// What others rely on, as literals. A red pin is a question: was it meant? Then it
// needs a changeset that says so, and this list follows.

describe('pins', () => {
  it('the runtime names of each package', () => {
    expect(Object.keys(core).sort()).toEqual([
      'BOUND_LIMITS',
      'CONFIRMATION',
      'ContractError',
      'EVENT_SCHEMA',
      'Failure',
      'LIMITS',
      'LIMIT_TEXT',
      'MAX_GRANT_MS',
      'MAX_RULES',
      'NOTICE_KINDS',
      'POWER_FAULTS',
      'POWER_NAMES',
      'PowerError',
      'REJECTION_CODES',
      'STAGES',
      'beginChain',
      'checkpointSubject',
      'createCaller',
      'createExecutor',
      'createRegistry',
      'createRulePolicy',
      'defaultPolicy',
      'defineCapability',
      'defineHandler',
      'describeCapability',
      'diffPolicies',
      'fail',
      'inlineRunner',
      'link',
      'lintPolicy',
      'listedDirectory',
      'loginNameFault',
      'mayDecideByDefault',
      'memoryDecisionLog',
      'memorySink',
      'memoryStore',
      'readEvent',
      'readRule',
      'readRules',
      'requestText',
      'risingTime',
      'scopeText',
      'settingsPower',
      'summarize',
      'systemClock',
      'verifyChain',
    ]);
    expect(Object.keys(node).sort()).toEqual([
      'AuditFileError',
      'AuditLockedError',
      'PROGRAM_ENVIRONMENT',
      'defineProgram',
      'nodeClockPower',
      'nodeCommandPower',
      'nodeFilePower',
      'nodeLogPower',
      'nodeOriginPower',
      'nodeSecretPower',
      'nodeSecrets',
      'nodeWebPower',
      'openJsonlSink',
      'openProcessRunner',
      'runProgram',
      'threadRunner',
      'verifyJsonl',
    ]);
    expect(Object.keys(host).sort()).toEqual(['createHost']);
    expect(Object.keys(sql).sort()).toEqual(['SqlStoreError', 'openPostgres', 'openSqlite']);
  });

  it('S1-100 S1-101 S1-102 S1-103 S1-104 the confirmation table', () => {
    expect(core.CONFIRMATION).toEqual({
      read_only: { local: 'automatic', external: 'required' },
      mutating: { local: 'required', external: 'required' },
    });
  });

  it('S1-091 the codes of each stage', () => {
    expect(core.REJECTION_CODES).toEqual({
      resolve: ['unknown_capability', 'stage_failed'],
      validate: ['invalid_arguments', 'target_mismatch', 'invalid_caller', 'stage_failed'],
      policy: [
        'locked',
        'denied_by_policy',
        'not_live',
        'principal_inactive',
        'turn_limit',
        'not_admitted',
        'stage_failed',
      ],
      confirm: [
        'confirmation_required',
        'would_ask',
        'too_many_pending',
        'declined',
        'confirmation_refused',
        'stage_failed',
      ],
      execute: [
        'turn_limit',
        'key_conflict',
        'audit_unavailable',
        'cancelled',
        'timed_out',
        'result_too_large',
        'invalid_result',
        'handler_failed',
        'worker_lost',
        'stage_failed',
      ],
      audit: ['audit_failed'],
    });
  });

  it('the limits of the confirmation model', () => {
    expect(core.LIMITS).toEqual({
      pendingTtlMs: { least: 1_000, usual: 900_000, most: 86_400_000 },
      approvalTtlMs: { least: 1_000, usual: 900_000, most: 86_400_000 },
      tokenTtlMs: { least: 30_000, usual: 120_000, most: 900_000 },
      maxPending: { least: 1, usual: 20, most: 1_000 },
      maxConfirmableBytes: { least: 256, usual: 8_192, most: 65_536 },
      approvalGrantMs: { least: 60_000, usual: 3_600_000, most: 604_800_000 },
      requestTtlMs: { least: 1_000, usual: 86_400_000, most: 604_800_000 },
      maxRequests: { least: 1, usual: 5, most: 100 },
      portMs: { least: 10, usual: 30_000, most: 600_000 },
    });
  });

  it('every class that is thrown is recognised across copies of its package', () => {
    const classes = Object.entries({ ...core, ...node }).filter(
      ([name, value]) => typeof value === 'function' && /^(?:[A-Z]\w*Error|Failure)$/.test(name),
    );
    expect(classes.map(([name]) => name).sort()).toEqual([
      'AuditFileError',
      'AuditLockedError',
      'ContractError',
      'Failure',
      'PowerError',
    ]);
    for (const [name, value] of classes) {
      const symbol = Symbol.for(`@sovereign/capabilities/${name}`);
      const { is } = value as unknown as { is(value: unknown): boolean };
      expect([name, is({ [symbol]: true }), is({}), is(new Error()), is(null)]).toEqual([
        name,
        true,
        false,
        false,
        false,
      ]);
    }
  });
});
