import type { Rule } from '../../src/policy/rule.js';
import type { Capability } from '../../src/contract/capability.js';
import { fixtureHost, type FixtureHost } from '../../src/testing/fixture-host.js';

/** A host where everything that would be allowed is asked about, by a rule. */
export async function askingHost(
  capabilities: readonly Capability[],
  parts: Parameters<typeof fixtureHost>[1] = {},
  rules: readonly Rule[] = [{ id: 'ask', scope: 'global', capability: '*', effect: 'ask' }],
): Promise<FixtureHost> {
  const host = fixtureHost(capabilities, parts);
  const set = await host.executor.policies.replace({ person: 'olga', rules });
  if (!set.ok) throw new Error(set.code);
  return host;
}
