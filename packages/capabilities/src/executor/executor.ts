import type { Desk } from '../desks/desk.js';
import type { GrantDesk } from '../desks/grant-desk.js';
import type { RequestDesk, RequestDeskAnswer } from '../desks/request-desk.js';
import type { Explained, PolicyDesk } from '../desks/policy-desk.js';
import type { Caller } from '../contract/caller.js';
import type { Proposal } from '../contract/proposal.js';
import type { JsonObject } from '../internal/json.js';
import { newId } from '../internal/new-id.js';
import type { Registry } from '../registry/registry.js';
import { createDesk } from './create-desk.js';
import { createDoor, type Door } from './door.js';
import type { DoorListeners } from './events.js';
import { proposed, type Proposed } from './evidence.js';
import type { Host } from './host.js';
import { takeIn } from './intake.js';
import type { Outcome } from './outcome.js';
import { pipeline } from './pipeline.js';
import { foresee, report, type Preview } from './preview.js';
import { refreshed } from './refreshed.js';
import { resume, type ResumeFacts } from './resume.js';
import { confirm } from './stages/confirm.js';
import { consult } from './stages/consult.js';
import { perform } from './stages/perform.js';
import { record } from './stages/record.js';
import { resolve } from './stages/resolve.js';
import { validate } from './stages/validate.js';
import { createGrantDesk } from './create-grant-desk.js';
import { createPolicyDesk } from './create-policy-desk.js';
import { createRequestDesk, requestCapability } from './create-request-desk.js';
import { explained } from './explain-proposal.js';
import { outlook, type Outlook } from './outlook.js';
import { createSweep, type SweepReport } from './sweep.js';

const understood = pipeline<Door, Proposed>()
  .stage('resolve', resolve) //    1  the registry holds exactly this name and version
  .stage('validate', validate); // 2  the arguments fit the contract's own schema

const permitted = understood //
  .stage('policy', consult); //    3  this principal may do this, here and now

const invoke = permitted
  .stage('confirm', confirm) //    4  a person said yes to this very invocation
  .stage('execute', perform) //    5  the handler ran, inside its declared bounds
  .audited(record); //             6  and whatever happened above is on record

// The first three stages touch nothing; what the fourth would say is read.
const preview = permitted.stage('confirm', foresee).judged(report);
const permit = permitted.judged((trail) => trail);
const explain = understood.judged(explained);

/** The one door. Every effect passes it, whoever asks. */
export interface Executor {
  /**
   * Takes a proposal through the six stages.
   *
   * Never throws for what a proposal contains, and never skips the audit.
   */
  invoke(proposal: Proposal, caller: Caller): Promise<Outcome>;
  /** Tells what `invoke` would decide at this instant, and changes nothing anywhere. */
  preview(proposal: Proposal, caller: Caller): Promise<Preview>;
  /**
   * Tells which rule decides on a proposal, which lost and why, and one change that would flip it: by the
   * rules alone. What a commitment, a key or an inactive principal makes of it, `preview` tells.
   * Changes nothing.
   */
  explain(proposal: Proposal, caller: Caller): Promise<Explained>;
  /**
   * Asks persons for a grant, with everything they need to decide. Nothing is granted by asking, and
   * what a draft says is as little trusted as a proposal.
   */
  requestCapability(draft: unknown, caller: Caller): Promise<RequestDeskAnswer>;
  /** What a principal can do now: its self-model. Undefined where the text names no principal. */
  outlook(principal: string): Promise<Outlook | undefined>;
  /**
   * Invokes what was asked for under this id, as whoever asked: with the token of a person's yes where
   * there is one. For in-process host code; undefined where nothing of this id is known.
   */
  resume(pendingId: string, facts?: ResumeFacts): Promise<Outcome | undefined>;
  /** Where persons decide what waits for them. */
  readonly desk: Desk;
  /** Where persons give and take back grants. */
  readonly grants: GrantDesk;
  /** Where persons decide on what minds ask to be granted. */
  readonly requests: RequestDesk;
  /** Where operators look at the rules and change them. */
  readonly policies: PolicyDesk;
  /** What the door tells while it works. Nothing waits for a listener. */
  readonly events: DoorListeners;
  readonly registry: Registry;
  /** The policy, limits and runner in force, as plain JSON. */
  describe(): JsonObject;
  /** Ends what time has ended, and closes what was begun and never ended, each with its one terminal event. Any scheduler may call it. */
  sweep(): Promise<SweepReport>;
  /** Lets nothing more run, and waits for what does: each is bounded. */
  close(): Promise<void>;
}

/**
 * Builds the door of a program. The runner's `prepare` is the host's to call, before it serves.
 *
 * @throws ContractError — when the host's own parts do not fit: a limit out of
 *   range, or a power that a contract names and the host does not lend.
 */
export function createExecutor(host: Host): Executor {
  const door = createDoor(host);
  const propose = (proposal: unknown, caller: unknown): Proposed =>
    proposed({
      id: newId(),
      startedAt: door.clock.monotonic(),
      intake: takeIn(proposal),
      handed: caller,
    });
  const executor: Executor = Object.freeze<Executor>({
    invoke(proposal, caller) {
      door.enter();
      return invoke(propose(proposal, caller), door);
    },
    preview: (proposal, caller) => preview(propose(proposal, caller), door),
    explain: async (proposal, caller) => {
      await refreshed(door);
      return explain(propose(proposal, caller), door);
    },
    requestCapability: (draft, caller) => requestCapability(draft, caller, door),
    outlook: (principal) => outlook(principal, door),
    resume: (pendingId, facts) => resume(pendingId, facts ?? {}, executor),
    desk: createDesk(door, permit),
    grants: createGrantDesk(door),
    requests: createRequestDesk(door),
    policies: createPolicyDesk(door),
    events: door.teller.listeners,
    registry: host.registry,
    describe: () => door.describe(),
    sweep: createSweep(door),
    close: () => door.close(),
  });
  return executor;
}
