import { defineCapability, type ResultOf } from '@sovereign/capabilities';
import { Type } from 'typebox';
import { READ_FAILURES } from '../internal/known.js';
import { Bytes, orUnknown, Percent } from '../internal/wire-types.js';

const Stall = Type.Object({
  last_10s_percent: Percent,
  last_60s_percent: Percent,
  last_300s_percent: Percent,
});

const memoryStatusSchema = Type.Object({
  total_bytes: orUnknown(Bytes),
  /** What programs can have without swapping, by the kernel's estimate. */
  available_bytes: orUnknown(Bytes),
  used_percent: orUnknown(Percent),
  swap_total_bytes: orUnknown(Bytes),
  swap_free_bytes: orUnknown(Bytes),
  /** Time lost waiting for memory: by some programs, and by all at once. */
  pressure: orUnknown(Type.Object({ some: Stall, full: orUnknown(Stall) })),
});

/** Tells how much memory this device has and how much of it is available. Reads /proc, and nothing of any program. */
export const hostMemoryStatus = defineCapability({
  name: 'host.memory.status',
  version: 1,
  summary:
    'Tells how much memory and swap this device has, how much is available, and whether programs wait for it.',
  args: Type.Object({}),
  result: memoryStatusSchema,
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file'],
  roots: ['/proc/meminfo', '/proc/pressure/memory'],
  bounds: { timeoutMs: 2_000, maxResultBytes: 2_048, maxPerTurn: 4 },
  failures: READ_FAILURES,
  idempotent: true,
  handler: new URL('./host.memory.status.handler.js', import.meta.url),
});

/** What `host.memory.status` tells. */
export type MemoryStatus = ResultOf<typeof hostMemoryStatus>;
