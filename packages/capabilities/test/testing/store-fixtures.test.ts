import { describe, expect, it } from 'vitest';
import { memorySink } from '../../src/audit/memory-sink.js';
import { verifyChain } from '../../src/audit/verify.js';
import {
  disclosureOf,
  newGrant,
  newPending,
  newRequest,
  terminalEvent,
} from '../../src/testing/store-fixtures.js';

describe('the fixtures of stores', () => {
  it('a proposal of the same wish has the same fingerprint and disclosure, whatever its id', () => {
    const [one, same, other] = [
      newPending('1', { args: ['a'], ttlMs: 1 }),
      newPending('2', { args: ['a'], ttlMs: 9 }),
      newPending('3', { args: ['b'], ttlMs: 1 }),
    ];
    expect([same.fingerprint, same.disclosure]).toEqual([one.fingerprint, one.disclosure]);
    expect(other.fingerprint).not.toBe(one.fingerprint);
    expect(other.disclosure.digest).not.toBe(one.disclosure.digest);
    expect(one.disclosure).toEqual(disclosureOf(one.request, one.provenance));
  });

  it('a grant starts at once and has no count unless one is wished for', () => {
    expect(newGrant('g', { lastsMs: 7 })).toMatchObject({ startsInMs: 0, lastsMs: 7, id: 'g' });
    expect(newGrant('g', { lastsMs: 7 })).not.toHaveProperty('uses');
    expect(newGrant('g', { lastsMs: 7, uses: 2, holder: 'mind:muse' })).toMatchObject({
      uses: 2,
      holder: 'mind:muse',
    });
  });

  it('a request has the digest of its id unless one is wished for', () => {
    const digests = ['1', '2', '1'].map((id) => newRequest(id, { ttlMs: 1 }).digest);
    expect(digests[0]).toBe(digests[2]);
    expect(digests[0]).not.toBe(digests[1]);
    expect(newRequest('1', { ttlMs: 1, digest: 'd' }).digest).toBe('d');
  });

  it('a terminal event is one that a sink takes, of an attempt that was completed or is lost', async () => {
    const sink = memorySink();
    sink.append(terminalEvent('00000000-0000-4000-8000-000000000001', 7));
    sink.append(terminalEvent('00000000-0000-4000-8000-000000000002'));
    const events: unknown[] = [];
    for await (const event of sink.read()) events.push(event);
    expect(events).toMatchObject([
      { outcome: 'completed', result_bytes: 7 },
      { outcome: 'unknown', code: 'worker_lost' },
    ]);
    expect(await verifyChain(sink.read())).toMatchObject({ ok: true });
  });
});
