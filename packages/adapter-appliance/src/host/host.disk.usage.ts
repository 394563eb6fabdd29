import { defineCapability, type ResultOf } from '@sovereign/capabilities';
import { Type } from 'typebox';
import { READ_FAILURES } from '../internal/known.js';
import { Bytes, orUnknown, Percent } from '../internal/wire-types.js';
import { MAX_MOUNT_POINT, MAX_VOLUMES } from './limits.js';

const diskUsageSchema = Type.Object({
  volumes: Type.Array(
    Type.Object({
      mount_point: Type.String({ maxLength: MAX_MOUNT_POINT }),
      filesystem: Type.String({ maxLength: 32 }),
      total_bytes: orUnknown(Bytes),
      /** Free to ordinary programs; what is kept back for the administrator does not count. */
      available_bytes: orUnknown(Bytes),
      /** Of what ordinary programs can use, as `df` says it. */
      used_percent: orUnknown(Percent),
      read_only: Type.Boolean(),
    }),
    { maxItems: MAX_VOLUMES },
  ),
  /** True when this device has volumes that are not named here. */
  truncated: Type.Boolean(),
});

/** Tells how full the volumes of this device are. Asks the kernel, and looks at no file on them. */
export const hostDiskUsage = defineCapability({
  name: 'host.disk.usage',
  version: 1,
  summary:
    'Tells how large and how full the storage volumes of this device are; network shares are left out.',
  args: Type.Object({
    mount_point: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_MOUNT_POINT,
        pattern: '^/[^\\x00]*$',
        description: 'Only the volume mounted at exactly this absolute path',
      }),
    ),
  }),
  result: diskUsageSchema,
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file'],
  roots: ['/proc/self/mountinfo'],
  // 64 volumes of 256 characters, six bytes each at worst, and their figures.
  bounds: { timeoutMs: 5_000, maxResultBytes: 131_072, maxPerTurn: 4 },
  failures: [...READ_FAILURES, 'no_such_volume'],
  idempotent: true,
  handler: new URL('./host.disk.usage.handler.js', import.meta.url),
});

/** What `host.disk.usage` tells. */
export type DiskUsage = ResultOf<typeof hostDiskUsage>;
