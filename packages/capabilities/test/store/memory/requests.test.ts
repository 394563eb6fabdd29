import { describe, expect, it } from 'vitest';
import type { NewRequest } from '../../../src/grants/capability-request.js';
import { memoryRequests, type MemoryRequests } from '../../../src/store/memory/requests.js';

const MINUTE = 60_000;

function wanted(number: number, parts: Partial<NewRequest> = {}): NewRequest {
  return {
    id: `request-${number}`,
    principal: `mind:m${number % 4_000}`,
    origin: 'model',
    contracts: [],
    scope: { capability: 'fixture.touch@1', args: {}, access: 'write' },
    durationMs: MINUTE,
    operations: 1,
    reason: 'why',
    evidence: [],
    risk: 'none',
    mitigation: 'none',
    fallback: 'ask',
    alternatives: [],
    digest: `digest-${number}`,
    ttlMs: MINUTE,
    maxOpen: 5,
    ...parts,
  };
}

function kept(): MemoryRequests & { readonly clock: { now: number } } {
  const clock = { now: 0 };
  const requests = memoryRequests(
    () => clock.now,
    () => {
      throw new Error('nothing is granted here');
    },
  );
  return { ...requests, clock };
}

describe('memoryRequests', () => {
  it('A10 keeps no more than 10,000: those that lapsed make room, and the sweep still tells of them', async () => {
    const { openRequest, listRequests, sweep, clock } = kept();
    for (let number = 0; number < 10_000; number += 1) await openRequest(wanted(number));
    clock.now = MINUTE;
    for (let number = 10_000; number < 10_003; number += 1) await openRequest(wanted(number));
    expect(await listRequests()).toHaveLength(10_000);
    expect(sweep()).toHaveLength(10_000);
    expect(sweep()).toEqual([]);
  });

  it('a request that waits is never dropped for want of room', async () => {
    const { openRequest, findRequest } = kept();
    for (let number = 0; number < 10_001; number += 1) await openRequest(wanted(number));
    expect(await findRequest('request-0')).toMatchObject({ state: 'open' });
  });

  it('a request that lapsed says so in its history, at the time it did, as an entry of who asked', async () => {
    const { openRequest, findRequest, clock } = kept();
    await openRequest(wanted(1));
    clock.now = 9 * MINUTE;
    const entry = { time: MINUTE, by: 'mind:m1', kind: 'expired' };
    const read = await findRequest('request-1');
    expect(read?.history.slice(1)).toEqual([entry]);
  });
});
