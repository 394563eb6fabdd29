import { defineCapability, type ResultOf } from '@sovereign/capabilities';
import { Type } from 'typebox';
import { READ_FAILURES } from '../internal/known.js';
import { Bytes, orUnknown, Time } from '../internal/wire-types.js';
import { MAX_PROCESS_NAME, PROCESS_STATES } from '../linux/process-stat.js';
import { MAX_PROCESSES, USUAL_PROCESSES } from './limits.js';

const Seconds = Type.Number({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });
const Load = Type.Number({ minimum: 0 });

const processListSchema = Type.Object({
  processes: Type.Array(
    Type.Object({
      pid: Type.Integer({ minimum: 1 }),
      /** The program's short name; a program may give itself another. */
      name: orUnknown(Type.String({ maxLength: MAX_PROCESS_NAME })),
      state: orUnknown(Type.Enum(Object.values(PROCESS_STATES))),
      resident_bytes: orUnknown(Bytes),
      cpu_seconds: orUnknown(Seconds),
      started_at: orUnknown(Time),
    }),
    { maxItems: MAX_PROCESSES },
  ),
  /** How many there are, of which the list names the largest. */
  process_count: Count,
  /** True when the device has more processes than were looked at. */
  truncated: Type.Boolean(),
  load_average: orUnknown(Type.Object({ last_1m: Load, last_5m: Load, last_15m: Load })),
});

/** By what a list of processes can be sorted, the largest first. */
export const SORT_KEYS = Object.freeze(['memory', 'cpu_time'] as const);

/**
 * Names the processes that use most of this device.
 *
 * INVARIANT: the roots name no file that holds a command line, environment, folder or mapping.
 */
export const hostProcessList = defineCapability({
  name: 'host.process.list',
  version: 1,
  summary:
    'Lists the processes that use most memory or processor time on this device: name, state and figures, never a command line.',
  args: Type.Object({
    sort_by: Type.Optional(Type.Enum(SORT_KEYS, { description: '`memory` unless stated' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PROCESSES,
        description: `${USUAL_PROCESSES} unless stated`,
      }),
    ),
  }),
  result: processListSchema,
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file'],
  roots: [
    '/proc/*/stat',
    '/proc/stat',
    '/proc/loadavg',
    // This program's own, to find out how large a page is.
    '/proc/self/status',
  ],
  bounds: { timeoutMs: 10_000, maxResultBytes: 32_768, maxPerTurn: 4 },
  failures: READ_FAILURES,
  idempotent: true,
  // Any program may call itself anything.
  trust: 'low',
  handler: new URL('./host.process.list.handler.js', import.meta.url),
});

/** What `host.process.list` tells. */
export type ProcessList = ResultOf<typeof hostProcessList>;
