/** From where on a check of `system.health` warns. */
export const HEALTH_THRESHOLDS = Object.freeze({
  /** Updates and databases begin to fail well before a volume is full. */
  storageUsedPercent: 90,
  /** Beyond this a device of this size begins to swap, or to end programs. */
  memoryUsedPercent: 90,
  /** A Raspberry Pi slows itself down from here. */
  temperatureCelsius: 80,
});
