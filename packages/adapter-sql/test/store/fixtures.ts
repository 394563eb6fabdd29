import { createHash } from 'node:crypto';
import type { Intent, NewGrant, NewPending, NewRequest } from '@sovereign/capabilities';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A proposal of `person:ada`'s that nobody has put yet. What is not said is always the same. */
export function proposal(parts: Partial<NewPending> = {}): NewPending {
  const text = 'Touches something';
  return {
    id: crypto.randomUUID(),
    request: {
      capability: 'fixture.touch',
      version: 1,
      contractDigest: digest('a contract'),
      principal: 'person:ada',
      args: { note: 'x' },
    },
    fingerprint: digest('what is asked'),
    disclosure: {
      text,
      fields: {
        effect: text,
        capability: 'fixture.touch@1',
        target: '',
        arguments: '{"note":"x"}',
        sideEffect: 'changes something',
        network: 'stays on this device',
        provenance: [],
        asker: 'person:ada',
        occasion: '',
        consequence: 'Yes lets exactly this run, once.',
      },
      digest: digest(text),
    },
    origin: 'user',
    provenance: [],
    grantable: true,
    ttlMs: 3_600_000,
    maxOpen: 20,
    ...parts,
  };
}

/** A grant of `mind:muse`'s that nobody has given yet. */
export function grant(parts: Partial<NewGrant> = {}): NewGrant {
  return {
    id: crypto.randomUUID(),
    holder: 'mind:muse',
    giver: 'olga',
    contracts: [{ id: 'fixture.touch@1', digest: digest('a contract') }],
    scope: { capability: 'fixture.touch@1', args: { note: 'x' }, access: 'write' },
    source: { kind: 'operator' },
    startsInMs: 0,
    lastsMs: 3_600_000,
    ...parts,
  };
}

/** A capability request of `mind:muse`'s that nobody has put yet; each has a digest of its own. */
export function request(parts: Partial<NewRequest> = {}): NewRequest {
  const id = crypto.randomUUID();
  return {
    id,
    principal: 'mind:muse',
    origin: 'model',
    contracts: [{ id: 'fixture.touch@1', digest: digest('a contract') }],
    scope: { capability: 'fixture.touch@1', access: 'read' },
    durationMs: 1_000,
    operations: 3,
    reason: 'why',
    evidence: [],
    risk: 'low',
    mitigation: 'none',
    fallback: 'ask',
    alternatives: [],
    digest: digest(id),
    ttlMs: 3_600_000,
    maxOpen: 5,
    ...parts,
  };
}

/** An intent that claims nothing but what is added. */
export function intent(claims: Partial<Intent> = {}): Intent {
  return {
    id: crypto.randomUUID(),
    capability: 'fixture.touch',
    version: 1,
    principal: 'person:ada',
    maxPerTurn: 1_000,
    deadlineMs: 7_000,
    mutating: true,
    ...claims,
  };
}
