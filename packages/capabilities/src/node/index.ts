// What runs on Node alone: the audit file, and the powers a host can lend.

export { AuditFileError, type AuditFileCode } from './audit-file-error.js';
export { AuditLockedError } from './audit-locked-error.js';
export { openJsonlSink, type JsonlSink, type JsonlSinkOptions } from './jsonl-sink.js';
export {
  verifyJsonl,
  type FileFault,
  type JsonlReport,
  type VerifiedFile,
} from './verify-jsonl.js';
export { nodeClockPower } from './powers/clock-power.js';
export { nodeFilePower, type NodeFilePowerOptions } from './powers/file-power.js';
export type { FileSystem, Found, Kind, Opened } from './powers/file-system.js';
export { nodeLogPower, type NodeLogPowerOptions, type Note } from './powers/log-power.js';
