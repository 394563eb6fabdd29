import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { beginChain, CHAIN_DOMAIN, link, NO_HASH } from '../../src/audit/chain.js';
import { fullInvocation, invocation } from './drafts.js';

describe('link', () => {
  it('numbers from 1 and names the hash before', () => {
    const first = link(invocation(1), beginChain('w'));
    const second = link(invocation(2), first.event);
    expect(first.event).toMatchObject({ writer: 'w', seq: 1, prev_hash: NO_HASH });
    expect(second.event).toMatchObject({ writer: 'w', seq: 2, prev_hash: first.event.hash });
  });

  it('hashes the domain and the line without its hash, so that anyone can check it with other tools', () => {
    const { event, line } = link(fullInvocation(1), beginChain('w'));
    const hashed = line.replace(`,"hash":"${event.hash}"`, '');
    expect(
      createHash('sha256')
        .update(CHAIN_DOMAIN + hashed)
        .digest('hex'),
    ).toBe(event.hash);
    expect(createHash('sha256').update(hashed).digest('hex')).not.toBe(event.hash);
  });

  it('takes writer, number and hashes from the chain, never from the draft', () => {
    const forged = {
      ...invocation(1),
      writer: 'x',
      seq: 9,
      prev_hash: 'f'.repeat(64),
      hash: 'f'.repeat(64),
    };
    expect(link(forged, beginChain('w'))).toEqual(link(invocation(1), beginChain('w')));
  });

  it('returns a frozen plain object', () => {
    const { event } = link(fullInvocation(1), beginChain('w'));
    expect(Object.isFrozen(event)).toBe(true);
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  });
});
