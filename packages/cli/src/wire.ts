import type {
  DisclosureFields,
  Disclosure,
  Outcome,
  PendingView,
  Preview,
  WouldReject,
} from '@sovereign/capabilities';

// What `--json` writes: the library's answers in the names of the wire, every field spelled out, so
// that a new field is added on purpose.

/** Writes how an invocation ended as plain JSON. A field that is not known is absent. */
export function outcomeToWire(outcome: Outcome, durationMs: number | undefined): object {
  const { outcome: kind, event } = outcome;
  const took = { ...(durationMs !== undefined && { duration_ms: durationMs }) };
  switch (outcome.outcome) {
    case 'completed':
      return {
        outcome: kind,
        event,
        result: outcome.result,
        trust: outcome.trust,
        ...(outcome.modified !== undefined && { modified: outcome.modified }),
        ...(outcome.recorded !== undefined && { recorded: outcome.recorded }),
        ...took,
      };
    case 'pending':
      return {
        outcome: kind,
        event,
        stage: outcome.stage,
        code: outcome.code,
        pending: pendingToWire(outcome.pending),
        ...took,
      };
    case 'rejected':
    case 'unknown':
      return {
        outcome: kind,
        event,
        stage: outcome.stage,
        code: outcome.code,
        ...(outcome.reason !== undefined && { reason: outcome.reason }),
        ...('violations' in outcome && { violations: outcome.violations }),
        ...('note' in outcome && { note: outcome.note }),
        ...(outcome.recorded !== undefined && { recorded: outcome.recorded }),
        ...took,
      };
  }
}

/** Writes what `invoke` would decide as plain JSON. */
export function previewToWire(preview: Preview): object {
  const { decision, ruling, rule, structural } = preview;
  return {
    decision,
    ...(preview.decision === 'reject' && refusalToWire(preview)),
    ...(ruling !== undefined && { ruling }),
    ...(rule !== undefined && { rule }),
    ...(structural !== undefined && { structural }),
    ...(preview.decision === 'ask' && { disclosure: disclosureToWire(preview.disclosure) }),
  };
}

function refusalToWire({ stage, code, reason, violations, note }: WouldReject): object {
  return {
    stage,
    code,
    ...(reason !== undefined && { reason }),
    ...(violations !== undefined && { violations }),
    ...(note !== undefined && { note }),
  };
}

function pendingToWire({ id, state, expiresAt, disclosure }: PendingView): object {
  return {
    id,
    state,
    expires_at: new Date(expiresAt).toISOString(),
    disclosure: disclosureToWire(disclosure),
  };
}

function disclosureToWire({ text, digest, fields }: Disclosure): object {
  const { sideEffect, ...rest } = fields;
  // INVARIANT: of the fields, one alone has a name of two words.
  return { text, digest, fields: { ...rest, side_effect: sideEffect } satisfies WireFields };
}

type WireFields = Omit<DisclosureFields, 'sideEffect'> & { readonly side_effect: string };
