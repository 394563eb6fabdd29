import type { Capability } from '@sovereign/capabilities';
import { hostDiskUsage } from './host/host.disk.usage.js';
import { hostMemoryStatus } from './host/host.memory.status.js';
import { hostProcessList } from './host/host.process.list.js';
import { systemHealth } from './system/system.health.js';

/**
 * What an appliance may tell about itself: each reads, changes nothing, leaves the device in no way, and so
 * asks nobody.
 */
export const appliance: readonly Capability[] = Object.freeze([
  systemHealth,
  hostDiskUsage,
  hostMemoryStatus,
  hostProcessList,
]);
