import { defineHandler, fail } from '@sovereign/capabilities';
import type { serviceRestart } from './contract.js';

// #region handler
export default defineHandler<typeof serviceRestart>(async ({ unit }, { command }, signal) => {
  const { exitCode } = await command.run('systemctl_restart', { unit }, { signal });
  if (exitCode === 5) fail('unit_not_found');
  return { state: exitCode === 0 ? 'active' : 'failed' };
});
// #endregion
