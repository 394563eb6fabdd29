/** The three limits of a capability. None has a default, and none may be endless. */
export interface Bounds {
  /** How long a handler may run, in milliseconds, from the moment it starts. */
  readonly timeoutMs: number;
  /** How large a result may be, in bytes of its JSON text as UTF-8. */
  readonly maxResultBytes: number;
  /** How often this capability may run within one turn or one plan revision. */
  readonly maxPerTurn: number;
}

/** The names of the limits, in the order they are documented. */
export const BOUND_NAMES = [
  'timeoutMs',
  'maxResultBytes',
  'maxPerTurn',
] as const satisfies readonly (keyof Bounds)[];

/** The most a contract may ask for: a timer that cannot overflow, a result that fits in memory. */
export const BOUND_LIMITS = Object.freeze({
  timeoutMs: 86_400_000,
  maxResultBytes: 67_108_864,
  maxPerTurn: 1_000_000,
}) satisfies Bounds;
