import type { Preview } from '@sovereign/capabilities';
import { operatorOf } from '../caller.js';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { labels, type Labelled } from '../layout.js';
import { withHostToLookAt } from '../open-host.js';
import type { ProposalOptions } from '../options.js';
import { createOutput, type Tone } from '../output.js';
import { readProposal } from '../read-proposal.js';
import { readConfig } from '../read-config.js';
import { violationsText } from '../refusal.js';
import { previewToWire } from '../wire.js';

const DECISION = {
  execute: ['it would run, and nobody would be asked', 'good'],
  ask: ['a person would be asked', 'waits'],
  reject: ['it would be refused', 'bad'],
  recall: ['the answer of an earlier attempt under this key would be given', 'good'],
} as const satisfies Record<Preview['decision'], readonly [string, Tone]>;

/** Tells what `invoke` would decide now. Nothing anywhere is changed to find out. */
export async function preview(options: ProposalOptions, io: Io): Promise<Exit> {
  const out = createOutput(options, io);
  const proposal = await readProposal(options, io);
  const config = await readConfig(options, io);
  const { caller } = operatorOf(options, config, io.signal);
  const foreseen = await withHostToLookAt(config, io, out, ({ executor }) =>
    executor.preview(proposal, caller),
  );

  if (options.json === true) await out.json(previewToWire(foreseen));
  else {
    const [text, tone] = DECISION[foreseen.decision];
    await out.data(`${foreseen.decision}: ${text}`, tone);
    const known = facts(foreseen);
    if (known.length > 0) await out.data(labels(known, out.width).join('\n'));
    if (foreseen.decision === 'ask') {
      await out.data('\nwhat that person would be shown:');
      await out.dataVerbatim(foreseen.disclosure.text);
    }
  }
  // Where a part of the host failed, or somebody interrupted, it is not known what would be decided.
  const code = foreseen.decision === 'reject' ? foreseen.code : undefined;
  if (code === 'stage_failed') return 'failed';
  return code === 'cancelled' ? 'bounded' : 'completed';
}

function facts(foreseen: Preview): readonly Labelled[] {
  const { ruling, rule, structural } = foreseen;
  const pairs: Labelled[] = [];
  if (foreseen.decision === 'reject') {
    const { stage, code, reason, violations = [] } = foreseen;
    pairs.push([
      'stage',
      `${stage} (${[code, reason].filter((word) => word !== undefined).join(': ')})`,
    ]);
    if (violations.length > 0) pairs.push(['because', violationsText(violations)]);
  }
  if (ruling !== undefined)
    pairs.push(['ruling', rule === undefined ? `${ruling}, by default` : `${ruling}, by ${rule}`]);
  if (structural !== undefined)
    pairs.push(['table', structural ? 'asks a person each time' : 'asks nobody']);
  return pairs;
}
