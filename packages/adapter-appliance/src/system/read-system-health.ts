import { fail, type ClockPower, type FilePower } from '@sovereign/capabilities';
import { cleanText } from '../internal/clean-text.js';
import { isoTime } from '../internal/iso-time.js';
import { readKnown } from '../internal/known.js';
import { usedPercent } from '../internal/percent.js';
import { readVolume } from '../host/read-volume.js';
import { readMeminfo } from '../linux/meminfo.js';
import { readModel } from '../linux/model.js';
import { readMountinfo } from '../linux/mountinfo.js';
import { readPrettyName } from '../linux/os-release.js';
import { storageAt } from '../linux/storage.js';
import { readUptimeSeconds } from '../linux/uptime.js';
import { judge, statusOf } from './checks.js';
import { MAX_ADDRESSES, MAX_INTERFACES, MAX_TEXT } from './limits.js';
import { readNetwork } from './read-network.js';
import { readTemperature } from './read-temperature.js';
import type { SystemHealth } from './system.health.js';

/** Where an appliance keeps its data, the most particular place first. */
const DATA_MOUNT_POINTS = ['/data/sovereign', '/data', '/'] as const;
const MAX_TABLE_BYTES = 4_194_304;

interface HealthPowers {
  readonly file: FilePower;
  readonly clock: ClockPower;
}

/** Reads how this device is doing. Whatever it does not say is null, and its check `unknown`. */
export async function readSystemHealth(
  { file, clock }: HealthPowers,
  signal: AbortSignal,
): Promise<SystemHealth> {
  const [meminfo, uptime] = await Promise.all([
    readKnown(file, '/proc/meminfo'),
    readKnown(file, '/proc/uptime'),
  ]);
  // Neither is ever closed to anybody: without both there is no Linux here to ask.
  if (meminfo === null && uptime === null) return fail('not_supported_here');

  const [name, version, model, data_storage, temperature_celsius, interfaces] = await Promise.all([
    readKnown(file, '/proc/sys/kernel/hostname'),
    readKnown(file, '/etc/os-release'),
    readDeviceModel(file),
    readDataStorage(file),
    readTemperature(file, signal),
    readNetwork(file, signal),
  ]);
  const memory = memoryOf(meminfo ?? '');
  const checks = judge({ memory, data_storage, temperature_celsius, interfaces });
  return {
    status: statusOf(checks),
    checked_at: isoTime(clock.now()) ?? fail('not_supported_here'),
    system: {
      name: cleanText(name ?? '', MAX_TEXT),
      version: readPrettyName(version ?? ''),
      model,
      uptime_seconds: readUptimeSeconds(uptime ?? ''),
      memory,
      data_storage,
      temperature_celsius,
      network:
        interfaces?.slice(0, MAX_INTERFACES).map((one) => ({
          name: one.name,
          state: one.state,
          addresses: one.addresses?.slice(0, MAX_ADDRESSES) ?? null,
        })) ?? null,
    },
    checks,
  };
}

function memoryOf(meminfo: string): SystemHealth['system']['memory'] {
  const { totalBytes, availableBytes } = readMeminfo(meminfo);
  if (totalBytes === null || availableBytes === null) return null;
  return {
    total_bytes: totalBytes,
    available_bytes: availableBytes,
    used_percent: usedPercent(availableBytes, totalBytes),
  };
}

async function readDeviceModel(file: FilePower): Promise<string | null> {
  const board = await readKnown(file, '/proc/device-tree/model');
  const product = board ?? (await readKnown(file, '/sys/class/dmi/id/product_name'));
  return readModel(product ?? '');
}

async function readDataStorage(file: FilePower): Promise<SystemHealth['system']['data_storage']> {
  const mounts = readMountinfo(
    (await readKnown(file, '/proc/self/mountinfo', MAX_TABLE_BYTES)) ?? '',
  );
  const place = DATA_MOUNT_POINTS.find((mountPoint) => storageAt(mounts, mountPoint) !== undefined);
  return place === undefined ? null : readVolume(file, place);
}
