import type { Capability } from '@sovereign/capabilities';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { table, type Column } from '../layout.js';
import { registryOf } from '../open-host.js';
import type { Options } from '../options.js';
import { createOutput } from '../output.js';
import { readConfig } from '../read-config.js';
import { boundMs, bytes, grouped } from '../units.js';

const COLUMNS: readonly Column[] = [
  { title: 'CAPABILITY' },
  { title: 'EFFECT' },
  { title: 'NETWORK' },
  { title: 'ASKS' },
  { title: 'RULING' },
  { title: 'TIME', align: 'right' },
  { title: 'RESULT', align: 'right' },
  { title: 'A TURN', align: 'right' },
];

/** Lists every capability of the host with its axes, confirmation and bounds. Opens nothing. */
export async function list(options: Options, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const { capabilities } = registryOf(await readConfig(options, io));
  if (options.json === true) await out.json(capabilities.map(entry));
  else if (capabilities.length === 0) await out.note('this host has no capabilities');
  else {
    const [titles = '', ...rows] = table(COLUMNS, capabilities.map(row), out.width);
    await out.data(titles, 'heading');
    await out.data(rows.join('\n'));
  }
  return 'completed';
}

/** What inspection needs of a capability; `describe` has the rest. */
function entry(one: Capability): object {
  return {
    name: one.name,
    version: one.version,
    summary: one.summary,
    side_effect: one.sideEffect,
    network: one.network,
    confirmation: one.confirmation,
    default_ruling: one.defaultRuling,
    locked: one.locked,
    bounds: {
      timeout_ms: one.bounds.timeoutMs,
      max_result_bytes: one.bounds.maxResultBytes,
      max_per_turn: one.bounds.maxPerTurn,
    },
    digest: one.digest,
  };
}

const row = (one: Capability): readonly string[] => [
  one.id,
  one.sideEffect,
  one.network,
  one.confirmation === 'required' ? 'yes' : 'no',
  one.locked ? 'locked' : one.defaultRuling,
  boundMs(one.bounds.timeoutMs),
  bytes(one.bounds.maxResultBytes),
  grouped(one.bounds.maxPerTurn),
];
