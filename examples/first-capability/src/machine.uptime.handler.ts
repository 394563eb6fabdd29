// #region handler
import { defineHandler, fail } from '@sovereign/capabilities';
import type { machineUptime } from './machine.uptime.js';

export default defineHandler<typeof machineUptime>(async (_args, { file }) => {
  const text = await file.readText('/proc/uptime').catch(() => fail('not_supported_here'));
  return { uptime_seconds: Math.floor(Number.parseFloat(text)) };
});
// #endregion
