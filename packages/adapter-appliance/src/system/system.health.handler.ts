import { defineHandler } from '@sovereign/capabilities';
import { readSystemHealth } from './read-system-health.js';
import type { systemHealth } from './system.health.js';

export default defineHandler<typeof systemHealth>((_args, powers, signal) =>
  readSystemHealth(powers, signal),
);
