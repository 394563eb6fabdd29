import { defineCapability, type ResultOf } from '@sovereign/capabilities';
import { Type } from 'typebox';
import { Bytes, orUnknown, Percent, Time } from '../internal/wire-types.js';
import { MAX_ADDRESSES, MAX_INTERFACES, MAX_TEXT } from './limits.js';

const Text = Type.String({ maxLength: MAX_TEXT });

const Space = Type.Object({
  total_bytes: Bytes,
  available_bytes: Bytes,
  used_percent: orUnknown(Percent),
});

const Check = Type.Object({
  status: Type.Enum(['ok', 'warning', 'unknown']),
  summary: Text,
});

const systemHealthSchema = Type.Object({
  /** `healthy` when no check warns; what is unknown does not warn. */
  status: Type.Enum(['healthy', 'degraded']),
  checked_at: Time,
  system: Type.Object({
    name: orUnknown(Text),
    version: orUnknown(Text),
    model: orUnknown(Text),
    uptime_seconds: orUnknown(Type.Integer({ minimum: 0 })),
    memory: orUnknown(Space),
    data_storage: orUnknown(Space),
    temperature_celsius: orUnknown(Type.Number({ minimum: -40, maximum: 130 })),
    network: orUnknown(
      Type.Array(
        Type.Object({
          name: Type.String({ maxLength: 15 }),
          state: orUnknown(Type.String({ maxLength: 32 })),
          addresses: orUnknown(
            Type.Array(Type.String({ maxLength: 45 }), { maxItems: MAX_ADDRESSES }),
          ),
        }),
        { maxItems: MAX_INTERFACES },
      ),
    ),
  }),
  checks: Type.Object({
    storage: Check,
    memory: Check,
    temperature: Check,
    local_access: Check,
  }),
});

/** The deepest a network interface may hang below /sys/devices: a USB adapter behind hubs needs about ten. */
const DEVICE_DEPTH = 12;

/** Where the links of /sys/class/net lead: by bus and slot, and so at a depth that differs between machines. */
const INTERFACE_STATES = Array.from(
  { length: DEVICE_DEPTH },
  (_, above) => `/sys/devices/${'*/'.repeat(above + 1)}net/*/operstate`,
);

/** Tells how this device is doing. Reads figures of the kernel, and nothing of any program or person. */
export const systemHealth = defineCapability({
  name: 'system.health',
  version: 1,
  summary:
    'Tells whether this device is healthy: storage, memory, temperature and network access, with the figures behind each.',
  args: Type.Object({}),
  result: systemHealthSchema,
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file', 'clock'],
  roots: [
    '/proc/meminfo',
    '/proc/uptime',
    '/proc/sys/kernel/hostname',
    '/proc/self/mountinfo',
    '/proc/self/net/fib_trie',
    '/proc/self/net/route',
    '/proc/self/net/if_inet6',
    '/etc/os-release',
    '/usr/lib/os-release',
    '/proc/device-tree/model',
    '/sys/firmware/devicetree/base/model',
    '/sys/class/dmi/id/product_name',
    '/sys/devices/virtual/dmi/id/product_name',
    '/sys/class/thermal/*/type',
    '/sys/class/thermal/*/temp',
    '/sys/devices/virtual/thermal/*/type',
    '/sys/devices/virtual/thermal/*/temp',
    '/sys/class/net/*/operstate',
    ...INTERFACE_STATES,
  ],
  bounds: { timeoutMs: 5_000, maxResultBytes: 65_536, maxPerTurn: 4 },
  failures: ['not_supported_here'],
  idempotent: true,
  handler: new URL('./system.health.handler.js', import.meta.url),
});

/** What `system.health` tells. */
export type SystemHealth = ResultOf<typeof systemHealth>;
