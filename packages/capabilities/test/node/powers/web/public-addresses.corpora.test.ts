import { isIP } from 'node:net';
import { describe, expect } from 'vitest';
import { endsOf, WRAPPED } from './addresses.js';
import { corpusTest, read } from '../../../contract/schema/corpora.js';
import { vetByTable } from './fake-network.js';

interface Row {
  readonly family: 4 | 6;
  readonly blocks: readonly string[];
  readonly globally_reachable: string;
}

/** First, last and a middle address. */
function threeOf(block: string): readonly string[] {
  const { first, last, write } = endsOf(block);
  return [first, (first + last) / 2n, last].map((value) => write(value));
}

describe('publicAddresses', () => {
  corpusTest(
    'ip-special',
    'bar-12, S3-119: refuses every block the registry does not call globally reachable, also wrapped',
    () => {
      const rows = read('ip-special/iana_special_purpose.json') as readonly Row[];
      const denied = rows.filter(({ globally_reachable: says }) => !says.startsWith('True'));
      for (const block of denied.flatMap(({ blocks }) => blocks))
        for (const address of threeOf(block)) {
          expect([address, vetByTable([address])]).toEqual([address, false]);
          if (isIP(address) !== 4) continue;
          for (const wrap of Object.values(WRAPPED))
            expect([address, vetByTable([wrap(address)])]).toEqual([address, false]);
        }
      expect(rows.length).toBeGreaterThanOrEqual(50);
      expect(denied.length).toBeGreaterThanOrEqual(35);
    },
  );

  corpusTest('ip-special', 'bar-12: agrees with Boulder about what is reserved', () => {
    const { addresses, prefixes } = read('ip-special/boulder_reserved.json') as {
      addresses: { ip: string; reserved_as: string | null }[];
      prefixes: { cidr: string; reserved: boolean }[];
    };
    const open = addresses.filter(({ ip }) => vetByTable([ip]));
    // It reserves less of IPv6 than lies outside the one global block; never more than we do.
    expect(open.map(({ reserved_as }) => reserved_as)).toEqual(open.map(() => null));
    expect(open.map(({ ip }) => ip)).toEqual(['128.0.0.1', '192.169.255.255']);
    const openPrefixes = prefixes.filter(({ cidr }) => vetByTable([cidr.split('/')[0]!]));
    expect(openPrefixes.map(({ cidr }) => cidr)).toEqual(['172.32.0.0/24', '172.32.0.1/32']);
  });

  corpusTest('ip-special', 'bar-12: takes exactly what ipaddr.js calls unicast', () => {
    const { ranges, validity } = read('ip-special/ipaddrjs.json') as {
      ranges: { ip: string; range: string }[];
      validity: { fn: string; input: string; expect: boolean }[];
    };
    for (const { ip, range } of ranges)
      expect([ip, vetByTable([ip])]).toEqual([ip, range === 'unicast' && !ip.includes('%')]);
    const malformed = validity.filter((fact) => !fact.expect && !fact.fn.includes('CIDR'));
    expect(malformed.filter(({ input }) => vetByTable([input]))).toEqual([]);
  });
});
