import { EventEmitter } from 'eventemitter3';
import type { EventDraft } from '../audit/event.js';
import type { StageName } from '../contract/codes.js';
import type { PendingState } from '../confirmation/pending.js';

/** What a door tells. Nobody waits for a listener, and none can change what happens. */
export interface DoorEvents {
  /** One stage of an attempt passed. */
  'stage-passed': [told: { readonly invocation: string; readonly stage: StageName }];
  /** An attempt ended; its event is on record. */
  'invocation-settled': [event: Extract<EventDraft, { kind: 'invocation' }>];
  /** A person is asked for the first time. Holds no content. */
  'confirmation-requested': [
    told: { readonly pending: string; readonly principal: string; readonly expiresAt: number },
  ];
  /** A pending proposal was answered, changed or withdrawn. */
  'pending-changed': [told: { readonly pending: string; readonly state: PendingState }];
  /** The sink did not take an event: nothing executes until it does. */
  'audit-failed': [told: { readonly invocation: string }];
}

/** The listening half of the door's emitter: who may listen cannot tell. */
export type DoorListeners = Pick<EventEmitter<DoorEvents>, 'on' | 'once' | 'off'>;

/** The telling half, which catches what a listener throws. */
export interface Teller {
  readonly listeners: DoorListeners;
  tell<Name extends keyof DoorEvents>(name: Name, told: () => DoorEvents[Name][0]): void;
}

/** Makes both halves. What a listener throws goes to the defect hook. */
export function createTeller(defect: (thrown: unknown, where: string) => void): Teller {
  const emitter = new EventEmitter<DoorEvents>();
  const listeners: DoorListeners = Object.freeze({
    on: (...args: Parameters<DoorListeners['on']>) => emitter.on(...args),
    once: (...args: Parameters<DoorListeners['once']>) => emitter.once(...args),
    off: (...args: Parameters<DoorListeners['off']>) => emitter.off(...args),
  }) as DoorListeners;
  return {
    listeners,
    tell(name, told) {
      if (emitter.listenerCount(name) === 0) return;
      try {
        const emit = emitter.emit.bind(emitter) as (event: string, value: unknown) => boolean;
        emit(name, told());
      } catch (thrown) {
        defect(thrown, `listener of ${name}`);
      }
    },
  };
}
