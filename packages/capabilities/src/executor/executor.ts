import type { Desk } from '../confirmation/desk.js';
import type { Caller } from '../contract/caller.js';
import type { Proposal } from '../contract/proposal.js';
import type { Registry } from '../registry/registry.js';
import { createDesk } from './desk.js';
import { createDoor, type Door } from './door.js';
import type { DoorListeners } from './events.js';
import type { Proposed } from './evidence.js';
import type { Host } from './host.js';
import { takeIn } from './intake.js';
import type { Outcome } from './outcome.js';
import { pipeline } from './pipeline.js';
import { foresee, type Preview } from './preview.js';
import { confirm } from './stages/confirm.js';
import { consult } from './stages/consult.js';
import { perform } from './stages/perform.js';
import { record } from './stages/record.js';
import { resolve } from './stages/resolve.js';
import { validate } from './stages/validate.js';

const permitted = pipeline<Door, Proposed>()
  .stage('resolve', resolve) //    1  the registry holds exactly this name and version
  .stage('validate', validate) //  2  the arguments fit the contract's own schema
  .stage('policy', consult); //    3  this principal may do this, here and now

const invoke = permitted
  .stage('confirm', confirm) //    4  a person said yes to this very invocation
  .stage('execute', perform) //    5  the handler ran, inside its declared bounds
  .audited(record); //             6  and whatever happened above is on record

const preview = permitted.judged(foresee); // stages 1 to 3 touch nothing; what 4 would say is read

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
  /** Where persons decide what waits for them. */
  readonly desk: Desk;
  /** What the door tells while it works. Nothing waits for a listener. */
  readonly events: DoorListeners;
  readonly registry: Registry;
}

/**
 * Builds the door of a program.
 *
 * @throws ContractError — when the host's own parts do not fit: a limit out of
 *   range, or a power that a contract names and the host does not lend.
 */
export function createExecutor(host: Host): Executor {
  const door = createDoor(host);
  const propose = (proposal: unknown, caller: unknown): Proposed => ({
    id: crypto.randomUUID(),
    startedAt: door.clock.monotonic(),
    intake: takeIn(proposal),
    handed: caller,
  });
  return Object.freeze<Executor>({
    invoke: (proposal, caller) => invoke(propose(proposal, caller), door),
    preview: (proposal, caller) => preview(propose(proposal, caller), door),
    desk: createDesk(door),
    events: door.teller.listeners,
    registry: host.registry,
  });
}
