import { describeCapability, type Capability } from '@sovereign/capabilities';
import type { Exit } from '../exit-codes.js';
import { findCapabilities, readReference } from '../reference.js';
import type { Io } from '../io.js';
import { labels, type Labelled } from '../layout.js';
import { registryOf } from '../open-host.js';
import type { Options } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readConfig } from '../read-config.js';
import { boundsText, powerTexts } from '../contract-text.js';

/** What `describe` takes. */
export interface DescribeOptions extends Options {
  /** `name`, for every version of it, or `name@version`. */
  readonly capability: string;
}

/** Shows a contract whole, schemas included. Opens nothing. */
export async function describe(options: DescribeOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const reference = readReference(options.capability);
  const found = findCapabilities(registryOf(await readConfig(options, io)), reference);
  if (options.json === true) {
    // Shaped by what was typed, not by what was found: one contract, or a list of versions.
    const described = found.map(describeCapability);
    await out.json(reference.version === undefined ? described : described[0]);
    return 'completed';
  }
  for (const [at, capability] of found.entries()) {
    if (at > 0) await out.data('');
    await show(capability, out);
  }
  return 'completed';
}

async function show(capability: Capability, out: Output): Promise<void> {
  await out.data(capability.id, 'heading');
  await out.data(labels([['', capability.summary]], out.width).join('\n'));
  await out.data('');
  await out.data(labels(facts(capability), out.width).join('\n'));
  for (const part of ['args', 'result'] as const) {
    await out.data('');
    await out.data(part === 'args' ? 'arguments (JSON Schema)' : 'result (JSON Schema)', 'heading');
    await out.json(capability[part].json);
  }
}

function facts(one: Capability): readonly Labelled[] {
  const stated: readonly (readonly [string, ...(string | undefined)[]])[] = [
    ['side effect', one.sideEffect],
    ['network', one.network],
    ['confirmation', one.confirmation],
    ['default ruling', one.defaultRuling],
    ['locked', one.locked ? 'yes, for good' : 'no'],
    ['bounds', boundsText(one)],
    ['powers', ...powerTexts(one)],
    ['effects', ...one.effects],
    ['refusals', one.refusals.join(', ') || undefined],
    ['failures', one.failures.join(', ') || undefined],
    ['target', one.targetKind],
    ['idempotent', one.idempotent ? 'yes' : 'no'],
    ['cost', one.cost === undefined ? undefined : String(one.cost)],
    ['trust', one.trust === 'low' ? 'low: its result may hold text that anybody wrote' : one.trust],
    ['undo', one.undo],
    ['digest', one.digest],
  ];
  return stated.flatMap(([label, ...texts]): readonly Labelled[] => {
    const known = texts.filter((text) => text !== undefined);
    return known.length === 0 ? [] : [[label, ...known]];
  });
}
