import { hash, randomUUID } from 'node:crypto';

// The least that six stages, a hash chain and a raced deadline can cost when nothing is
// general: what the executor is measured against. It is no executor.

const DEADLINES = new Set();
setInterval(() => {
  const now = performance.now();
  for (const deadline of DEADLINES) {
    if (deadline.at > now) continue;
    DEADLINES.delete(deadline);
    deadline.reject(new Error('timed out'));
  }
}, 50).unref();

/** Builds the prototype around one capability. */
export function prototypeOf({
  name,
  version,
  checkArgs,
  checkResult,
  perform,
  timeoutMs,
  maxResultBytes,
}) {
  const registry = new Map([[`${name}@${version}`, { confirmation: 'automatic' }]]);
  const policy = new Map([[`person:ada\n${name}`, 'allow']]);
  let lines = [];
  let previous = '0'.repeat(64);
  let seq = 0;

  return async function invoke(proposal, principal) {
    const startedAt = performance.now();
    const capability = registry.get(`${proposal.capability}@${proposal.version}`);
    if (capability === undefined) return { outcome: 'rejected' };
    if (!checkArgs(proposal.args)) return { outcome: 'rejected' };
    if (policy.get(`${principal}\n${proposal.capability}`) !== 'allow')
      return { outcome: 'rejected' };
    if (capability.confirmation !== 'automatic') return { outcome: 'pending' };

    const deadline = { at: startedAt + timeoutMs, reject: undefined };
    const spent = new Promise((_, reject) => {
      deadline.reject = reject;
    });
    DEADLINES.add(deadline);
    let result;
    try {
      result = await Promise.race([perform(proposal.args), spent]);
    } finally {
      DEADLINES.delete(deadline);
    }
    if (!checkResult(result)) return { outcome: 'rejected' };
    const bytes = JSON.stringify(result).length;
    if (bytes > maxResultBytes) return { outcome: 'rejected' };

    const event = {
      kind: 'invocation',
      id: randomUUID(),
      writer: 'memory',
      seq: (seq += 1),
      time: '2026-01-01T00:00:00.000Z',
      capability: proposal.capability,
      version: proposal.version,
      side_effect: 'read_only',
      network: 'local',
      stage_reached: 'executed',
      outcome: 'completed',
      ruling: 'allow',
      policy_revision: 0,
      origin: 'user',
      principal,
      result_bytes: bytes,
      duration_ms: performance.now() - startedAt,
      prev_hash: previous,
    };
    const line = JSON.stringify(event);
    previous = hash('sha256', line, 'hex');
    lines.push(line);
    if (lines.length >= 200_000) lines = lines.slice(-100_000);
    return { outcome: 'completed', result, event: event.id };
  };
}
