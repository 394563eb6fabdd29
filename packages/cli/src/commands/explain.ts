import { CONFIRMATION, type Capability, type Effect } from '@sovereign/capabilities';
import { AUDIT_FIELDS, NEVER_AUDITED } from '../audit-fields.js';
import { boundsText, powerTexts, reachOf } from '../contract-text.js';
import type { Exit } from '../exit-codes.js';
import { findCapability, readExactReference } from '../reference.js';
import type { Io } from '../io.js';
import { labels } from '../layout.js';
import { registryOf } from '../open-host.js';
import type { Options } from '../options.js';
import { createOutput } from '../output.js';
import { readConfig } from '../read-config.js';

/** What `explain` takes. */
export interface ExplainOptions extends Options {
  /** `name@version`. */
  readonly capability: string;
}

const RULING = {
  allow: 'allow: where no rule speaks, it may run',
  ask: 'ask: where no rule speaks, a person is asked',
  deny: 'deny: where no rule speaks, it does not run',
} as const satisfies Record<Effect, string>;

/** Says why a capability is handled as it is, and what the audit of it will hold. Opens nothing. */
export async function explain(options: ExplainOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const reference = readExactReference(options.capability);
  const capability = findCapability(registryOf(await readConfig(options, io)), reference);
  if (options.json === true) await out.json(toWire(capability));
  else {
    await out.data(capability.id, 'heading');
    await out.data(labels(facts(capability), out.width).join('\n'));
  }
  return 'completed';
}

function facts(one: Capability): Parameters<typeof labels>[0] {
  const row = CONFIRMATION[one.sideEffect];
  const cells = Object.entries(row).map(
    ([network, asks]) => `${network} ${asks}${network === one.network ? ' (this one)' : ''}`,
  );
  return [
    ['classification', `${one.sideEffect}, ${one.network}`],
    [
      'confirmation',
      CONFIRMATION_TEXT[one.confirmation],
      `table row ${one.sideEffect}: ${cells.join(', ')}`,
    ],
    ['default ruling', RULING[one.defaultRuling]],
    ['locked', one.locked ? 'yes: no policy, grant or person can relax it' : 'no'],
    ['bounds', boundsText(one)],
    ['powers', ...powerTexts(one)],
    ['refusals', one.refusals.join(', ') || 'none of its own'],
    ['failures', one.failures.join(', ') || 'none of its own'],
    [
      'audit holds',
      `capability ${one.name}, version ${one.version}, side_effect ${one.sideEffect}, network ${one.network}`,
      `and, where known: ${otherFields().join(', ')}`,
    ],
    ['audit never', NEVER_AUDITED.join(', ')],
  ];
}

const CONFIRMATION_TEXT = {
  automatic: 'automatic: the table asks nobody; a rule still may',
  required: 'required: a person says yes to each run',
} as const satisfies Record<Capability['confirmation'], string>;

const FIXED: readonly string[] = ['capability', 'version', 'side_effect', 'network'];
const otherFields = (): readonly string[] =>
  Object.keys(AUDIT_FIELDS).filter((field) => !FIXED.includes(field));

function toWire(one: Capability): object {
  return {
    name: one.name,
    version: one.version,
    classification: { side_effect: one.sideEffect, network: one.network },
    confirmation: {
      value: one.confirmation,
      row: { side_effect: one.sideEffect, ...CONFIRMATION[one.sideEffect] },
      applies: one.network,
    },
    default_ruling: one.defaultRuling,
    locked: one.locked,
    bounds: {
      timeout_ms: one.bounds.timeoutMs,
      max_result_bytes: one.bounds.maxResultBytes,
      max_per_turn: one.bounds.maxPerTurn,
    },
    powers: one.powers.map((power) => ({ name: power, reach: reachOf(one, power) })),
    refusals: one.refusals,
    failures: one.failures,
    audit: { holds: AUDIT_FIELDS, never: NEVER_AUDITED },
  };
}
