import { canonicalJson } from '../../internal/canonical.js';
import type { Json } from '../../internal/json.js';

/** Decides one rule for a value that has passed the snapshot. */
export type Rule = (value: Json) => boolean;

/** The largest text JSON needs for a number is short; what follows the `e` is an exponent of ten. */
const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Accepts the numbers that are a whole multiple of another one, as decimals and without rounding:
 * 0.3 is three times 0.1, and nothing else is because it is near.
 */
export function multipleOf(divisor: number): Rule {
  const unit = decimal(divisor);
  return (value) => {
    if (typeof value !== 'number') return true;
    const counted = decimal(value);
    const exponent = Math.min(unit.exponent, counted.exponent);
    return scaled(counted, exponent) % scaled(unit, exponent) === 0n;
  };
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** Accepts arrays in which no two elements are the same data, whatever the order of their keys. */
export const hasDifferentItems: Rule = (value) =>
  !isList(value) || new Set(value.map(canonicalJson)).size === value.length;

/** Accepts the values that are the same data as one of a list. */
export function oneOfValues(values: readonly Json[]): Rule {
  const scalars = new Set(values.filter((value) => !isComposed(value)));
  const composed = new Set(values.filter(isComposed).map(canonicalJson));
  return (value) =>
    isComposed(value)
      ? composed.size > 0 && composed.has(canonicalJson(value))
      : scalars.has(value);
}

function isComposed(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

const isList: (value: Json) => value is readonly Json[] = Array.isArray;
