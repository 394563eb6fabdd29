import type { PowerName } from './powers.js';

/**
 * What can be asked of each power from afar, and how many plain arguments it takes; behind them there
 * may be options, whose `signal` stays on its own side. `clock` and `log` answer nothing that is
 * waited for.
 */
export const POWER_METHODS = Object.freeze({
  web: { get: 1 },
  origin: { get: 1, send: 2 },
  command: { run: 2 },
  secret: { read: 1 },
  settings: { read: 1 },
  file: { readText: 1, list: 1, volume: 1 },
} as const) satisfies Partial<Record<PowerName, Readonly<Record<string, number>>>>;

/** The powers that are asked and answer. */
export type AskedPower = keyof typeof POWER_METHODS;

/** How many plain arguments a method takes; undefined where a power has no such method. */
export function argumentsOf(power: string, method: string): number | undefined {
  const methods: unknown = Object.hasOwn(POWER_METHODS, power)
    ? POWER_METHODS[power as AskedPower]
    : undefined;
  return methods !== undefined && Object.hasOwn(methods as object, method)
    ? (methods as Readonly<Record<string, number>>)[method]
    : undefined;
}
