// #region contract
import { defineCapability } from '@sovereign/capabilities';
import { Type } from 'typebox';

export const machineUptime = defineCapability({
  name: 'machine.uptime',
  version: 1,
  summary: 'Tells how long this machine has been running.',

  args: Type.Object({}),
  result: Type.Object({ uptime_seconds: Type.Integer({ minimum: 0 }) }),

  sideEffect: 'read_only', // it changes nothing,
  network: 'local', //        and nothing leaves this device: so nobody is asked
  powers: ['file'], //        all that the handler will ever hold,
  roots: ['/proc/uptime'], // and the one file it may read
  bounds: { timeoutMs: 1_000, maxResultBytes: 256, maxPerTurn: 5 },
  failures: ['not_supported_here'],

  handler: new URL('./machine.uptime.handler.js', import.meta.url),
});
// #endregion
