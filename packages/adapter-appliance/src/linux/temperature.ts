/** A thermal zone: what it says it measures, and how warm that is. */
export interface ThermalZone {
  readonly type: string;
  readonly celsius: number | null;
}

/** Reads a thermal zone's `temp`, thousandths of a degree. Source: the kernel's sysfs-class-thermal. */
export function readCelsius(text: string): number | null {
  const thousandths = /^(-?[0-9]{1,6})\n?$/.exec(text)?.[1];
  if (thousandths === undefined) return null;
  const celsius = Math.round(Number(thousandths) / 100) / 10;
  // Sensors without a reading say exactly 0, or far more or less than any machine survives.
  return Number(thousandths) === 0 || celsius < -40 || celsius > 130 ? null : celsius;
}

/**
 * Chooses the temperature of the device: the warmest zone of its processor, else the warmest zone.
 */
export function deviceCelsius(zones: readonly ThermalZone[]): number | null {
  const processor = zones.filter(({ type }) => PROCESSOR.test(type));
  return warmest(processor) ?? warmest(zones);
}

const PROCESSOR = /cpu|soc|pkg|package|core/i;

const warmest = (zones: readonly ThermalZone[]): number | null =>
  zones.reduce<number | null>(
    (most, { celsius }) => (celsius === null ? most : Math.max(most ?? celsius, celsius)),
    null,
  );
