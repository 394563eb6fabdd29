import { defineHandler } from '@sovereign/capabilities';
import type { hostDiskUsage } from './host.disk.usage.js';
import { readDiskUsage } from './read-disk-usage.js';

export default defineHandler<typeof hostDiskUsage>(({ mount_point }, { file }, signal) =>
  readDiskUsage(file, mount_point, signal),
);
