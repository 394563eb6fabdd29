// The public surface, every name spelled out.

export { defineCapability, describeCapability, type Capability } from './contract/capability.js';
export type { ArgsOf, ResultOf } from './contract/accepted.js';
export type { Contract, ContractDeclaration, ContractWork, Lent } from './contract/contract.js';
export { ContractError } from './contract/contract-error.js';
export {
  defineHandler,
  type Handler,
  type InvocationFacts,
  type Work,
  type WorkOf,
} from './contract/handler.js';
export { fail, Failure } from './contract/failure.js';
export { BOUND_LIMITS, type Bounds } from './contract/bounds.js';
export {
  CONFIRMATION,
  type Confirmation,
  type Effect,
  type Network,
  type SideEffect,
  type TargetKind,
  type Trust,
} from './contract/classification.js';
export { REJECTION_CODES, STAGES, type RejectionCode, type StageName } from './contract/codes.js';
export {
  createCaller,
  type Caller,
  type CallerFacts,
  type Occasion,
  type Origin,
  type Principal,
  type Provenance,
  type Vouched,
} from './contract/caller.js';
export type { Proposal } from './contract/proposal.js';
export type { AcceptedSchema, Violation } from './contract/schema/accept-schema.js';
export type { StaticOf } from './contract/schema/static-of.js';

export { createRegistry, type CatalogueEntry, type Registry } from './registry/registry.js';
export {
  defaultPolicy,
  type Policy,
  type Question,
  type Ruling,
  type Survey,
} from './policy/policy.js';
export {
  MAX_RULES,
  readRule,
  readRules,
  type Action,
  type Hours,
  type RefusedRules,
  type Rule,
  type RuleFault,
  type RuleFaultKind,
} from './policy/rule.js';
export {
  createRulePolicy,
  type RulePolicy,
  type RulePolicyOptions,
} from './policy/rules-policy.js';
export type { Explanation, Flip, Misfit, Why } from './policy/explain.js';
export type { Ranking } from './policy/specificity.js';
export { diffPolicies, type Answered, type Difference, type PolicyDiff } from './policy/diff.js';
export { lintPolicy, type PolicyFinding, type PolicyFindingCode } from './policy/lint-policy.js';
export type {
  Explained,
  PolicyAnswer,
  PolicyChange,
  PolicyCode,
  PolicyDesk,
  PolicyInForce,
} from './desks/policy-desk.js';

export {
  POWER_NAMES,
  type ClockPower,
  type CommandOutput,
  type CommandPower,
  type ExternalPower,
  type FilePower,
  type LogPower,
  type OriginAnswer,
  type OriginPower,
  type OriginQuery,
  type PowerName,
  type PowerOptions,
  type Powers,
  type SecretPower,
  type SettingsPower,
  type Volume,
  type WebPage,
  type WebPower,
} from './powers/powers.js';
export { settingsPower } from './powers/settings-power.js';
export { POWER_FAULTS, PowerError, type PowerFault } from './powers/power-error.js';

export type { Change, Decision, Desk, DeskAnswer, DeskCode } from './desks/desk.js';
export {
  listedDirectory,
  mayDecideByDefault,
  type Directory,
  type DirectoryList,
  type Person,
} from './confirmation/directory.js';
export { loginNameFault, type NamesTaken } from './confirmation/login-name.js';
export {
  MAX_GRANT_MS,
  type Grant,
  type GrantedContract,
  type GrantScope,
  type GrantSource,
  type GrantState,
  type NewGrant,
} from './grants/grant.js';
export type {
  CapabilityRequest,
  NewRequest,
  RequestDraft,
  RequestEntry,
  RequestState,
} from './grants/capability-request.js';
export type { GrantAnswer, GrantCode, GrantDesk, GrantWish } from './desks/grant-desk.js';
export type {
  RequestBatch,
  RequestCode,
  RequestDecision,
  RequestDesk,
  RequestDeskAnswer,
  RequestFilter,
} from './desks/request-desk.js';
export { requestText, scopeText, type AskedFor } from './grants/request-text.js';
export type { Disclosure, DisclosureFields } from './confirmation/disclosure.js';
export type { Pending, PendingState, PendingView, StoredRequest } from './confirmation/pending.js';

export type {
  AuditEvent,
  EventDraft,
  InvocationEvent,
  NoticeEvent,
  NoticeKind,
  OutcomeKind,
  Placed,
  StageReached,
  WithoutPlace,
} from './audit/event.js';
export { NOTICE_KINDS } from './audit/event.js';
export type { AuditQuery, AuditSink } from './audit/sink.js';
export { beginChain, link, type Anchor, type Link } from './audit/chain.js';
export { checkpointSubject } from './audit/checkpoint.js';
export { readEvent, type Reading } from './audit/read-event.js';
export { EVENT_SCHEMA } from './audit/event-schema.js';
export { memorySink, type MemorySink, type MemorySinkOptions } from './audit/memory-sink.js';
export {
  summarize,
  type AuditSummary,
  type CapabilityTally,
  type OriginTally,
  type Outcomes,
  type Tally,
} from './audit/summarize.js';
export { verifyChain } from './audit/verify.js';
export { LIMIT_TEXT } from './audit/verify-report.js';
export type {
  Expected,
  ExpectedPlace,
  Fault,
  FaultKind,
  Limit,
  LimitCode,
  VerifyReport,
  WriterReport,
} from './audit/verify-report.js';

export { inlineRunner, type InlineRunnerOptions } from './bounds/inline-runner.js';
export type { Barrier, Isolation, Ran, RunFault, Runner, Task, TaskWork } from './bounds/runner.js';

export { systemClock, type Clock } from './store/clock.js';
export { risingTime } from './store/rising-time.js';
export { memoryDecisionLog, type DecisionEntry, type DecisionLog } from './store/decision-log.js';
export { memoryStore } from './store/memory-store.js';
export type { DoorStore, Swept } from './store/door-store.js';
export type {
  Answer,
  Changed,
  Modification,
  NewPending,
  PendingSteps,
  Wanted,
} from './store/pending-steps.js';
export type {
  BeginCode,
  Begun,
  Intent,
  IntentSteps,
  Overdue,
  Recorded,
  Settled,
} from './store/intent-steps.js';
export type { GrantSteps, RequestAnswer, RequestChanged, Revoked } from './store/grant-steps.js';
export type { PolicyChanged, PolicySteps, StoredPolicy } from './store/policy-steps.js';

export { createExecutor, type Executor } from './executor/executor.js';
export { LIMITS, type Host, type Limits } from './executor/host.js';
export type { Rejection, RejectionDetail } from './executor/verdict.js';
export type { DoorEvents, DoorListeners } from './executor/events.js';
export type {
  CompletedOutcome,
  Outcome,
  PendingOutcome,
  RejectedOutcome,
  UnknownOutcome,
} from './executor/outcome.js';
export type { Notice, Notifier } from './executor/notifier.js';
export type { Observation, Observer } from './executor/observer.js';
export type { Outlook, OutlookEntry } from './executor/outlook.js';
export type { SweepReport } from './executor/sweep.js';
export type { ResumeFacts } from './executor/resume.js';
export type {
  Preview,
  PreviewRuling,
  WouldAsk,
  WouldExecute,
  WouldRecall,
  WouldReject,
} from './executor/preview.js';

export type { Awaitable } from './internal/awaitable.js';
export type { Json, JsonObject } from './internal/json.js';
