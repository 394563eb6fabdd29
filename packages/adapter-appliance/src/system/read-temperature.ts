import type { FilePower } from '@sovereign/capabilities';
import { listKnown, readKnown } from '../internal/known.js';
import { mapBounded } from '../internal/map-bounded.js';
import { deviceCelsius, readCelsius } from '../linux/temperature.js';

const ZONES = '/sys/class/thermal';
const AT_ONCE = 8;
const MAX_ZONES = 128;

/** Reads how warm the device is; null where it has no sensor, or none that answers. */
export async function readTemperature(
  file: FilePower,
  signal: AbortSignal,
): Promise<number | null> {
  const names = ((await listKnown(file, ZONES)) ?? []).filter((name) =>
    /^thermal_zone[0-9]+$/.test(name),
  );
  const zones = await mapBounded(names.slice(0, MAX_ZONES), AT_ONCE, signal, async (name) => ({
    type: ((await readKnown(file, `${ZONES}/${name}/type`)) ?? '').trim(),
    celsius: readCelsius((await readKnown(file, `${ZONES}/${name}/temp`)) ?? ''),
  }));
  return deviceCelsius(zones);
}
