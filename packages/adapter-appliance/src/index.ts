export { hostDiskUsage, type DiskUsage } from './host/host.disk.usage.js';
export { hostMemoryStatus, type MemoryStatus } from './host/host.memory.status.js';
export { hostProcessList, type ProcessList } from './host/host.process.list.js';
export { appliance } from './presets.js';
export { systemHealth, type SystemHealth } from './system/system.health.js';
export { HEALTH_THRESHOLDS } from './system/thresholds.js';
