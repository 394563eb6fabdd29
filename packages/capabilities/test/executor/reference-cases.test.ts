import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { CONFIRMATION } from '../../src/contract/classification.js';
import { defineCapability } from '../../src/contract/capability.js';
import { ContractError } from '../../src/contract/contract-error.js';
import type { Policy } from '../../src/policy/policy.js';
import { createRegistry } from '../../src/registry/registry.js';
import { fixtureCapability, fixtureHost, FIXTURE_BOUNDS } from '../../src/testing/fixture-host.js';

// The cases that the reference appliance's own tests assert of the contract, in our words
// (its codes are upper case, ours lower case; ours wins where a decision is stricter).
// The nine cases about schemas stand beside the schema code.

/** A policy with one switch for everything that reaches outside. */
const switchPolicy = (externalEnabled: boolean, asked: unknown[] = []): Policy => ({
  revision: 1,
  rule: (question) => {
    asked.push(question);
    return question.capability.network === 'external' && !externalEnabled
      ? { effect: 'deny', rule: 'external-off' }
      : { effect: question.capability.defaultRuling };
  },
  describe: () => ({ external_enabled: externalEnabled }),
});

describe('reference appliance: definition and registry', () => {
  it.each([
    ['read_only_local_is_automatic', 'read_only', 'local', 'automatic'],
    ['read_only_external_requires_confirmation', 'read_only', 'external', 'required'],
    ['mutating_local_requires_confirmation', 'mutating', 'local', 'required'],
    ['mutating_external_requires_confirmation', 'mutating', 'external', 'required'],
  ] as const)('%s', (_, sideEffect, network, expected) => {
    expect(CONFIRMATION[sideEffect][network]).toBe(expected);
    expect(fixtureCapability({ sideEffect, network }).capability.confirmation).toBe(expected);
  });

  it('confirmation_cannot_be_set_independently', () => {
    const contract = {
      name: 'fixture.probe',
      version: 1,
      summary: 'Probes.',
      args: Type.Object({}),
      result: Type.Object({}),
      sideEffect: 'mutating',
      network: 'local',
      bounds: FIXTURE_BOUNDS,
      perform: () => ({}),
      confirmation: 'automatic',
    } as const;
    expect(() => defineCapability(contract)).toThrow(ContractError);
    const { capability } = fixtureCapability({ sideEffect: 'mutating' });
    expect(() => Object.assign(capability, { confirmation: 'automatic' })).toThrow(TypeError);
  });

  it('resolve_returns_registered_capability, resolve_unknown_name_fails, resolve_unknown_version_fails', () => {
    const { capability } = fixtureCapability();
    const registry = createRegistry([capability]);
    expect(registry.find('fixture.probe', 1)).toBe(capability);
    expect(registry.find('fixture.prob', 1)).toBeUndefined();
    expect(registry.find('fixture.probe', 2)).toBeUndefined();
  });

  it('duplicate_registration_rejected', () => {
    expect(() =>
      createRegistry([fixtureCapability().capability, fixtureCapability().capability]),
    ).toThrow(/twice/);
  });

  it('catalog_exposes_only_name_version_argument_schema, and the one-line summary that the RFC asks for', () => {
    const { capability } = fixtureCapability({ sideEffect: 'mutating', network: 'external' });
    const [entry] = createRegistry([capability]).catalogue();
    expect(Object.keys(entry ?? {})).toEqual(['name', 'version', 'summary', 'args']);
  });
});

describe('reference appliance: the six stages', () => {
  it('read_only_local_executes_without_confirmation', async () => {
    const probe = fixtureCapability();
    const outcome = await fixtureHost([probe.capability]).invoke({});
    expect(outcome).toMatchObject({ outcome: 'completed', result: { ok: true } });
  });

  it('audit_event_recorded_for_successful_execution', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    await host.invoke({ args: { note: 'hello' } });
    expect(host.events()).toHaveLength(1);
    expect(host.events()[0]).toMatchObject({
      stage_reached: 'executed',
      outcome: 'completed',
      side_effect: 'read_only',
      network: 'local',
    });
    expect(Object.keys(host.events()[0] ?? {})).not.toContain('arguments');
    expect(Object.keys(host.events()[0] ?? {})).not.toContain('result');
  });

  it('unknown_capability_is_rejected_and_audited', async () => {
    const host = fixtureHost([]);
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'resolve',
      code: 'unknown_capability',
    });
    expect(host.events()[0]).toMatchObject({
      stage_reached: 'rejected-at-resolve',
      outcome: 'rejected',
    });
    expect(host.events()[0]).not.toHaveProperty('side_effect');
  });

  it('malformed_arguments_never_reach_implementation', async () => {
    const probe = fixtureCapability();
    const outcome = await fixtureHost([probe.capability]).invoke({ args: { count: '5' } });
    expect(outcome).toMatchObject({ stage: 'validate', code: 'invalid_arguments' });
    expect(probe.calls).toHaveLength(0);
  });

  it('external_capability_rejected_when_policy_disabled', async () => {
    const probe = fixtureCapability({ network: 'external' });
    const host = fixtureHost([probe.capability], { policy: switchPolicy(false) });
    expect(await host.invoke({})).toMatchObject({
      outcome: 'rejected',
      stage: 'policy',
      code: 'denied_by_policy',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('custom_policy_key_is_checked_instead_of_the_default, custom_policy_key_enabled_passes_the_policy_stage', async () => {
    const one = fixtureCapability({ name: 'fixture.one', network: 'external' });
    const two = fixtureCapability({ name: 'fixture.two', network: 'external' });
    const policy: Policy = {
      revision: 1,
      rule: ({ capability }) => ({ effect: capability.name === 'fixture.one' ? 'deny' : 'ask' }),
      describe: () => ({}),
    };
    const host = fixtureHost([one.capability, two.capability], { policy });
    expect(await host.invoke({ capability: 'fixture.one' })).toMatchObject({
      code: 'denied_by_policy',
    });
    expect(await host.invoke({ capability: 'fixture.two' })).toMatchObject({
      code: 'confirmation_required',
    });
  });

  it('policy_check_runs_after_the_policy_key_gate_and_can_reject, policy_check_never_runs_when_the_policy_key_gate_already_failed', async () => {
    const seen: unknown[] = [];
    const settings = Object.freeze({ entities: ['light.hall'] });
    const capability = defineCapability({
      name: 'fixture.admitted',
      version: 1,
      summary: 'Is admitted or not.',
      args: Type.Object({ id: Type.String({ maxLength: 20 }) }),
      result: Type.Object({ ok: Type.Boolean() }),
      sideEffect: 'read_only',
      network: 'external',
      bounds: FIXTURE_BOUNDS,
      refusals: ['not_listed'],
      admit: (args, given) => {
        seen.push([args, given]);
        return 'not_listed';
      },
      perform: () => ({ ok: true }),
    });
    const proposal = { capability: 'fixture.admitted', args: { id: 'lock.door' } };
    const on = fixtureHost([capability], { policy: switchPolicy(true), settings: () => settings });
    expect(await on.invoke(proposal)).toMatchObject({
      stage: 'policy',
      code: 'not_admitted',
      reason: 'not_listed',
    });
    expect(seen).toEqual([[{ id: 'lock.door' }, settings]]);

    seen.length = 0;
    const off = fixtureHost([capability], {
      policy: switchPolicy(false),
      settings: () => settings,
    });
    expect(await off.invoke(proposal)).toMatchObject({ code: 'denied_by_policy' });
    expect(seen).toEqual([]);
  });

  it('required_confirmation_rejected_without_token', async () => {
    const probe = fixtureCapability({ sideEffect: 'mutating' });
    const outcome = await fixtureHost([probe.capability]).invoke({});
    expect(outcome).toMatchObject({
      outcome: 'pending',
      stage: 'confirm',
      code: 'confirmation_required',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('valid_token_permits_execution', async () => {
    const { host, probe, token } = await approved();
    expect(await host.invoke({ confirmation: token })).toMatchObject({ outcome: 'completed' });
    expect(probe.calls).toHaveLength(1);
  });

  it('token_is_single_use', async () => {
    const { host, probe, token } = await approved();
    await host.invoke({ confirmation: token });
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      stage: 'confirm',
      code: 'confirmation_refused',
    });
    expect(probe.calls).toHaveLength(1);
  });

  it('token_scoped_to_exact_arguments', async () => {
    const { host, probe, token } = await approved({ note: 'a' });
    const outcome = await host.invoke({ args: { note: 'b' }, confirmation: token });
    expect(outcome).toMatchObject({ stage: 'confirm', code: 'confirmation_refused' });
    expect(probe.calls).toHaveLength(0);
  });

  it('token_expires', async () => {
    const { host, probe, token } = await approved();
    host.clock.advance(120_000);
    expect(await host.invoke({ confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(probe.calls).toHaveLength(0);
  });

  it('token_for_different_capability_does_not_apply', async () => {
    const a = fixtureCapability({ name: 'fixture.a', sideEffect: 'mutating' });
    const b = fixtureCapability({ name: 'fixture.b', sideEffect: 'mutating' });
    const host = fixtureHost([a.capability, b.capability]);
    const pending = await host.invoke({ capability: 'fixture.b' });
    const token = await host.token(pending.event);
    expect(await host.invoke({ capability: 'fixture.a', confirmation: token })).toMatchObject({
      code: 'confirmation_refused',
    });
    expect(a.calls).toHaveLength(0);
  });

  it('timeout_is_enforced', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    const probe = fixtureCapability({ bounds: { timeoutMs: 20 }, perform: () => never });
    const outcome = await fixtureHost([probe.capability]).invoke({});
    expect(outcome).toMatchObject({ outcome: 'rejected', stage: 'execute', code: 'timed_out' });
  });

  it('oversized_result_is_rejected', async () => {
    const probe = fixtureCapability({
      bounds: { maxResultBytes: 100 },
      perform: () => ({ ok: true, padding: 'x'.repeat(1_000) }),
    });
    const outcome = await fixtureHost([probe.capability]).invoke({});
    // Oversize wins over a wrong shape, as on the reference appliance.
    expect(outcome).toMatchObject({ stage: 'execute', code: 'result_too_large' });
  });

  it('result_violating_its_own_schema_is_rejected', async () => {
    const probe = fixtureCapability({ perform: () => ({ ok: true, client_ip: '192.0.2.1' }) });
    const outcome = await fixtureHost([probe.capability]).invoke({});
    expect(outcome).toMatchObject({ stage: 'execute', code: 'invalid_result' });
    expect(JSON.stringify(outcome)).not.toContain('192.0.2.1');
  });

  it('unexpected_implementation_exception_is_audited_not_swallowed', async () => {
    const thrown = new Error('boom');
    const probe = fixtureCapability({
      perform: () => {
        throw thrown;
      },
    });
    const host = fixtureHost([probe.capability], { sink: memorySink() });
    expect(await host.invoke({})).toMatchObject({ stage: 'execute', code: 'handler_failed' });
    expect(host.events()[0]).toMatchObject({
      stage_reached: 'rejected-at-execute',
      outcome: 'rejected',
    });
    expect(host.defects).toEqual([thrown]);
  });
});

/** A mutating fixture with a proposal that a person said yes to. */
async function approved(args: object = {}) {
  const probe = fixtureCapability({ sideEffect: 'mutating' });
  const host = fixtureHost([probe.capability]);
  const pending = await host.invoke({ args });
  return { host, probe, token: await host.token(pending.event) };
}
