import type { InvocationEvent } from '@sovereign/capabilities';

/** What each field of an invocation's audit event says. A new field breaks the build here. */
export const AUDIT_FIELDS = Object.freeze({
  kind: 'always `invocation`',
  id: 'names the attempt',
  writer: 'names the chain',
  seq: 'its place in the chain',
  time: 'when it ended, in UTC',
  capability: 'the name, as proposed',
  version: 'the version',
  side_effect: 'reads or changes',
  network: 'stays here or leaves',
  stage_reached: 'how far it got',
  outcome: 'how it ended',
  code: 'why it was refused',
  reason: 'a word the contract lists under refusals or failures',
  ruling: 'what policy ruled',
  rule: 'the rule that decided',
  policy_revision: 'the policy it was ruled under',
  origin: 'what set it in motion',
  principal: 'who asked',
  intention: 'what it was for',
  modified: 'that a person changed the arguments',
  result_bytes: 'how large the result was',
  duration_ms: 'how long it took',
  prev_hash: 'the hash of the event before',
  hash: 'its own hash',
}) satisfies Record<keyof InvocationEvent, string>;

/** What no audit event ever holds. */
export const NEVER_AUDITED = Object.freeze([
  'arguments',
  'target',
  'result',
  'text of errors',
  'what a person was shown, or noted',
  'secrets and tokens',
]);
