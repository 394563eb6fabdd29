import type { Interface } from '../linux/interfaces.js';
import type { SystemHealth } from './system.health.js';
import { HEALTH_THRESHOLDS } from './thresholds.js';

type Check = SystemHealth['checks']['storage'];
type Facts = Pick<SystemHealth['system'], 'memory' | 'data_storage' | 'temperature_celsius'> & {
  readonly interfaces: readonly Interface[] | null;
};

/** Judges what is known of the device. What is not known is `unknown`, never `ok`. */
export function judge({
  memory,
  data_storage,
  temperature_celsius,
  interfaces,
}: Facts): SystemHealth['checks'] {
  const { storageUsedPercent, memoryUsedPercent, temperatureCelsius } = HEALTH_THRESHOLDS;
  return {
    storage: below(
      data_storage?.used_percent ?? null,
      storageUsedPercent,
      'percent of the data storage is used',
    ),
    memory: below(memory?.used_percent ?? null, memoryUsedPercent, 'percent of the memory is used'),
    temperature: below(temperature_celsius, temperatureCelsius, 'degrees Celsius'),
    local_access: accessOf(interfaces),
  };
}

/** `degraded` as soon as one check warns. */
export const statusOf = (checks: SystemHealth['checks']): SystemHealth['status'] =>
  Object.values(checks).some(({ status }) => status === 'warning') ? 'degraded' : 'healthy';

function below(figure: number | null, limit: number, what: string): Check {
  if (figure === null) return { status: 'unknown', summary: 'this device does not say' };
  return figure < limit
    ? { status: 'ok', summary: `${figure} ${what}` }
    : { status: 'warning', summary: `${figure} ${what}; ${limit} is the limit` };
}

/** A household reaches the device when an interface that is not down has an address. */
function accessOf(interfaces: readonly Interface[] | null): Check {
  const standing = interfaces?.filter(({ state }) => state === 'up' || state === null);
  if (standing?.some(({ hasAddress }) => hasAddress === true) === true)
    return { status: 'ok', summary: 'a network interface is up and has an address' };
  if (standing === undefined || standing.some(({ hasAddress }) => hasAddress === null))
    return { status: 'unknown', summary: 'this device does not say which addresses it has' };
  return { status: 'warning', summary: 'no network interface is up and has an address' };
}
