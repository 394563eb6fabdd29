import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  DENIED_4,
  DENIED_6,
  GLOBAL_UNICAST_6,
} from '../../../../src/node/powers/web/deny-table.js';
import { addressIn, ipv4, ipv6, isIn, numberOf, WRAPPED } from './addresses.js';
import { vetByTable } from './fake-network.js';

const blocks4 = DENIED_4.flatMap((row) => row.in);
const blocks6 = DENIED_6.flatMap((row) => row.in);

describe('publicAddresses', () => {
  describe.each([...blocks4, ...blocks6])('%s', (block) => {
    test.prop([addressIn(block)])(
      'bar-12, S3-119: for every address in a denied block: refused',
      (address) => {
        expect(vetByTable([address])).toBe(false);
      },
    );
  });

  describe.each(Object.entries(WRAPPED))('%s', (_, wrap) => {
    test.prop([fc.oneof(...blocks4.map(addressIn))])(
      'bar-12, G04: for every denied IPv4 address, wrapped: refused',
      (address) => {
        expect(vetByTable([wrap(address)])).toBe(false);
      },
    );
  });

  const near = (blocks: readonly string[], bits: number): fc.Arbitrary<bigint> =>
    fc.oneof(
      fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }),
      // Just outside a block as often as inside.
      fc
        .tuple(fc.oneof(...blocks.map(addressIn)), fc.bigInt({ min: -2n, max: 2n }))
        .map(([address, off]) => BigInt.asUintN(bits, numberOf(address) + off)),
    );

  test.prop([near(blocks4, 32)])(
    'bar-12: for every IPv4 address: public exactly where arithmetic finds no denied block',
    (value) => {
      expect(vetByTable([ipv4(value)])).toBe(!blocks4.some((block) => isIn(value, block)));
    },
  );

  test.prop([fc.oneof(near(blocks6, 128), near([GLOBAL_UNICAST_6], 128))])(
    'bar-12: for every IPv6 address: public exactly where arithmetic finds it global and in no denied block',
    (value) => {
      expect(vetByTable([ipv6(value)])).toBe(
        isIn(value, GLOBAL_UNICAST_6) && !blocks6.some((block) => isIn(value, block)),
      );
    },
  );
});
