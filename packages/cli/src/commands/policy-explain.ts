import { createCaller, type Explanation, type Rule } from '@sovereign/capabilities';
import { exitOfRejection, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { labels, type Labelled } from '../layout.js';
import type { ProposalOptions } from '../options.js';
import { readProposal } from '../read-proposal.js';
import { needReadableRules } from '../rules-kept.js';
import { inLook } from '../session.js';
import { Stop } from '../stop.js';

/** What `policy explain` takes. */
export interface PolicyExplainOptions extends ProposalOptions {
  /** A principal to ask for; the person at the terminal unless given. */
  readonly for?: string;
}

/** Says which rule decides on a proposal, which lost and why, and one change that would flip it. */
export async function policyExplain(options: PolicyExplainOptions, io: Io): Promise<Exit> {
  const proposal = await readProposal(options, io);
  return inLook(options, io, async ({ executor, kept, operator, out }) => {
    await needReadableRules(kept);
    const explained = await executor.explain(proposal, callerFor(options.for) ?? operator.caller);
    if (!explained.ok)
      throw explained.code === 'policy_is_fixed'
        ? new Stop('configuration', 'this host has a policy of its own: it cannot be explained')
        : new Stop(exitOfRejection(explained.code), `refused before policy: ${explained.code}`);
    const { explanation, locked } = explained;
    if (options.json === true) await out.json({ locked, ...explanation });
    else {
      await out.data(`${explanation.effect}: ${reason(explanation, locked)}`, 'heading');
      const known = facts(explanation);
      if (known.length > 0) await out.data(labels(known, out.width).join('\n'));
    }
    return 'completed';
  });
}

function callerFor(principal: string | undefined): ReturnType<typeof createCaller> | undefined {
  if (principal === undefined) return undefined;
  try {
    // INVARIANT: `createCaller` refuses what is no principal.
    return createCaller({ principal: principal as `mind:${string}`, origin: 'operator' });
  } catch (thrown) {
    throw new Stop('usage', '--for: write `mind:<id>`, `person:<id>` or `host:<id>`', thrown);
  }
}

function reason({ winner }: Explanation, locked: boolean): string {
  if (locked) return 'the capability is locked, and nothing relaxes that';
  return winner === undefined ? 'no rule fits; it is the default' : `by rule ${winner.id}`;
}

function facts({ losers, flip }: Explanation): readonly Labelled[] {
  const lost = losers.map(({ rule, why }): Labelled => [
    rule.id,
    `${rule.effect}: ${why.replaceAll('_', ' ')}`,
  ]);
  if (flip === undefined) return lost;
  const parts = [
    flip.remove.length > 0 && `without ${flip.remove.join(', ')}`,
    flip.add !== undefined && `with ${ruleText(flip.add)}`,
  ].filter((part) => part !== false);
  return [...lost, ['to flip it', `${parts.join(', and ')}: ${flip.then}`]];
}

const ruleText = (rule: Rule): string => JSON.stringify(rule);
