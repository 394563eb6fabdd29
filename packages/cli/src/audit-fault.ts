import { quoted } from './printable.js';
import { Stop } from './stop.js';
import { systemReason } from './thrown.js';

/**
 * Says what is wrong with an audit file, where that is what was thrown.
 *
 * The library's own faults have a code that begins with `audit_`, and a message that names the path
 * and the remedy and holds nothing of the log.
 */
export function auditFault(thrown: unknown, path: string): Stop | undefined {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  if (thrown instanceof Error && typeof code === 'string' && /^audit_[a-z_]+$/.test(code))
    return new Stop('unavailable', `${code}: ${thrown.message}`, thrown);
  const reason = systemReason(thrown);
  if (reason === 'ENOENT')
    return new Stop(
      'unavailable',
      `there is no audit file at ${quoted(path)}: nothing was invoked here yet; \`--data\` names another folder`,
      thrown,
    );
  return reason === undefined
    ? undefined
    : new Stop('unavailable', `the audit file ${quoted(path)} cannot be used: ${reason}`, thrown);
}
