// What runs on Node alone: the audit file, the runners with workers, and the powers a host can lend.

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
export {
  openProcessRunner,
  type ProcessRunner,
  type ProcessRunnerOptions,
} from './runners/process-runner.js';
export type { Layer } from './runners/sandbox/layer.js';
export { threadRunner } from './runners/thread-runner.js';
export type { WorkerRunner } from '../bounds/worker-runner.js';
export type { WorkerOptions } from './runners/worker-options.js';
export { nodeCommandPower, type NodeCommandPowerOptions } from './powers/command/command-power.js';
export {
  defineProgram,
  type Program,
  type ProgramDescription,
  type Slot,
} from './powers/command/program.js';
export {
  PROGRAM_ENVIRONMENT,
  runProgram,
  type Ended,
  type ProgramRunner,
  type Run,
} from './powers/command/run-program.js';
export type { SlotValues } from './powers/command/arguments.js';
export { nodeOriginPower, type NodeOriginPowerOptions } from './powers/origin/origin-power.js';
export type { OriginSettings, OriginSource } from './powers/origin/origin.js';
export {
  nodeSecretPower,
  nodeSecrets,
  type SecretPlaces,
  type Secrets,
} from './powers/secret/secret-power.js';
export { nodeWebPower, type NodeWebPowerOptions } from './powers/web/web-power.js';
export type { WebDeadlines } from './powers/web/client.js';
export type { ReachDeadlines } from './powers/web/reach.js';
