import type { AuditEvent, OutcomeKind } from '@sovereign/capabilities';
import type { Tone } from './output.js';
import { tookMs } from './units.js';

/** An event as one line for people: when, which, what, and why not. */
export function eventLine(event: AuditEvent): string {
  const when = `${event.time.slice(0, 10)} ${event.time.slice(11, 19)}Z`;
  return [when, `#${event.seq}`, ...words(event)].filter((word) => word !== undefined).join('  ');
}

/** How the line of an event is meant. */
export function eventTone(event: AuditEvent): Tone | undefined {
  return event.kind === 'invocation' ? TONES[event.outcome] : undefined;
}

const TONES = {
  completed: undefined,
  pending: 'waits',
  rejected: 'bad',
  unknown: 'bad',
} as const satisfies Record<OutcomeKind, Tone | undefined>;

function words(event: AuditEvent): readonly (string | undefined)[] {
  if (event.kind !== 'invocation')
    return [event.kind, event.code, event.subject, by(event.principal)];
  const {
    capability,
    version,
    outcome,
    stage_reached,
    code,
    reason,
    principal,
    origin,
    duration_ms,
  } = event;
  const why = [code, reason].filter((word) => word !== undefined).join(': ');
  // A refusal names its stage, and that is word enough.
  const how = outcome === 'rejected' ? stage_reached : outcome;
  return [
    why === '' ? how : `${how} (${why})`,
    version === undefined ? capability : `${capability}@${version}`,
    by(principal ?? origin),
    tookMs(duration_ms),
  ];
}

const by = (who: string | undefined): string | undefined =>
  who === undefined ? undefined : `by ${who}`;
