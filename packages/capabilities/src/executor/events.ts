import { EventEmitter } from 'eventemitter3';
import type { EventDraft } from '../audit/event.js';
import type { StageName } from '../contract/codes.js';
import type { RequestState } from '../grants/capability-request.js';
import type { GrantState } from '../grants/grant.js';
import type { PendingState } from '../confirmation/pending.js';

/** What a door tells. Nobody waits for a listener, and none can change what happens. */
export interface DoorEvents {
  /** One stage of an attempt passed. */
  'stage-passed': [told: { readonly invocation: string; readonly stage: StageName }];
  /** An attempt ended; its event is on record. Also of one that a sweep closed. */
  'invocation-settled': [event: Extract<EventDraft, { kind: 'invocation' }>];
  /** A person is asked for the first time. Holds no content. */
  'confirmation-requested': [
    told: { readonly pending: string; readonly principal: string; readonly expiresAt: number },
  ];
  /** A pending proposal was answered, changed or withdrawn, or has lapsed. */
  'pending-changed': [told: { readonly pending: string; readonly state: PendingState }];
  /** A grant was given or revoked, has lapsed, or its last use was taken. */
  'grant-changed': [told: { readonly grant: string; readonly state: GrantState }];
  /** A capability request was opened, decided or withdrawn, or has lapsed. */
  'request-changed': [told: { readonly request: string; readonly state: RequestState }];
  /** The rules are others than before. */
  'policy-changed': [told: { readonly revision: number }];
  /** What somebody can do is not what it was: ask for their outlook again. */
  'outlook-changed': [told: { readonly because: 'start' | 'policy' | 'grant' | 'hours' }];
  /** The sink did not take an event: nothing executes until it does. */
  'audit-failed': [told: { readonly invocation: string }];
}

/** The listening half of the door's emitter: who may listen cannot tell. */
export interface DoorListeners {
  /** Listens until what it returns is called. */
  on<Name extends keyof DoorEvents>(
    name: Name,
    listener: (told: DoorEvents[Name][0]) => void,
  ): () => void;
}

/** The telling half, which catches what a listener throws. */
export interface Teller {
  readonly listeners: DoorListeners;
  tell<Name extends keyof DoorEvents>(name: Name, told: () => DoorEvents[Name][0]): void;
}

/** Makes both halves. What a listener throws goes to the defect hook, and the next one is told all the same. */
export function createTeller(defect: (thrown: unknown, where: string) => void): Teller {
  const emitter = new EventEmitter<Record<string, [told: unknown]>>();
  return {
    listeners: Object.freeze<DoorListeners>({
      on(name, listener) {
        const heard = listener as (told: unknown) => void; // INVARIANT: `tell` hands this name nothing else
        emitter.on(name, heard);
        return () => {
          emitter.off(name, heard);
        };
      },
    }),
    tell(name, told) {
      if (emitter.listenerCount(name) === 0) return;
      const what = told();
      for (const listener of emitter.listeners(name)) {
        try {
          listener(what);
        } catch (thrown) {
          defect(thrown, `listener of ${name}`);
        }
      }
    },
  };
}
