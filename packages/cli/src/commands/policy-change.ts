import type { PolicyAnswer, PolicyDiff, RuleFault } from '@sovereign/capabilities';
import { exitOfPolicy, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Options } from '../options.js';
import type { Output } from '../output.js';
import { readDocument } from '../read-document.js';
import { readRevision, readRulesDocument } from '../rules-document.js';
import { needReadableRules } from '../rules-kept.js';
import { inLook, inSession } from '../session.js';
import { Stop } from '../stop.js';
import { inForce, policyToWire, showRules } from './policy-read.js';

/** What a command that takes a document takes. */
export interface DocumentOptions extends Options {
  /** The document itself, or `-` for stdin. */
  readonly document?: string;
  readonly file?: string;
}

/** What a command that changes the rules takes. */
export interface ChangeOptions extends Options {
  /** The revision that the change was made from: at any other nothing is changed. */
  readonly from?: string;
}

/** Writes one rule, in the place of the one with its id if there is one. */
export async function policySet(options: ChangeOptions & DocumentOptions, io: Io): Promise<Exit> {
  const from = fromOf(options);
  const rule = await readDocument(options, io);
  return inSession(options, io, async ({ executor, kept, operator: { person }, out }) => {
    await needReadableRules(kept);
    return shown(await executor.policies.set({ person, rule, ...from }), options, out);
  });
}

/** Removes one rule. */
export async function policyRemove(
  options: ChangeOptions & { readonly rule: string },
  io: Io,
): Promise<Exit> {
  const from = fromOf(options);
  const { rule } = options;
  return inSession(options, io, async ({ executor, kept, operator: { person }, out }) => {
    await needReadableRules(kept);
    return shown(await executor.policies.remove({ person, rule, ...from }), options, out);
  });
}

/**
 * Puts a whole list in the place of all rules: all or none, and only in the place of those that an
 * exported list was made from. What somebody else set in between is not erased unseen.
 */
export async function policyImport(
  options: ChangeOptions & DocumentOptions,
  io: Io,
): Promise<Exit> {
  const stated = fromOf(options);
  const { rules, revision } = readRulesDocument(await readDocument(options, io));
  const from = revision === undefined ? stated : { from: revision, ...stated };
  return inSession(options, io, async ({ executor, operator: { person }, out }) =>
    shown(await executor.policies.replace({ person, rules, ...from }), options, out),
  );
}

const fromOf = ({ from }: ChangeOptions): { readonly from?: number } =>
  from === undefined ? {} : { from: readRevision(from) };

/** Tells what other rules would decide otherwise than those in force. Changes nothing. */
export async function policyDiff(options: DocumentOptions, io: Io): Promise<Exit> {
  const { rules, revision } = readRulesDocument(await readDocument(options, io));
  return inLook(options, io, async (session) => {
    const { executor, out } = session;
    const inForceNow = await inForce(session);
    const answer = await executor.policies.diff(rules);
    if (!answer.ok) throw refused(answer);
    if (options.json === true) await out.json(answer.diff);
    else await showDiff(answer.diff, out);
    if (revision !== undefined && revision !== inForceNow.revision)
      await out.say(
        `note: revision ${inForceNow.revision} is in force, and this was made from revision ${revision}: \`policy import\` will not take it`,
      );
    return 'completed';
  });
}

async function showDiff({ differences, complete }: PolicyDiff, out: Output): Promise<void> {
  for (const one of differences) {
    const where = [
      one.target !== undefined && `target ${one.target}`,
      one.time !== undefined && `at ${one.time}`,
      one.retrieved === true && 'with retrieved text',
    ].filter((part) => part !== false);
    const by = ({ effect, rule = 'default' }: typeof one.before): string => `${effect} (${rule})`;
    const what = [`${one.scope}, ${one.capability}@${one.version}`, ...where].join(', ');
    await out.data(`${what}: ${by(one.before)} becomes ${by(one.after)}`, 'waits');
  }
  if (differences.length === 0) await out.note('nothing would be decided otherwise', 'good');
  if (!complete)
    await out.say(
      'note: these rules tell more targets apart than were looked at; there may be more',
    );
}

async function shown(answer: PolicyAnswer, options: Options, out: Output): Promise<Exit> {
  if (!answer.ok) throw refused(answer);
  if (options.json === true) await out.json(policyToWire(answer.policy));
  else await showRules(answer.policy, out);
  return 'completed';
}

const REFUSED = {
  not_an_operator: 'only operators change rules; say who you are with `--as person:<id>`',
  invalid_rule: 'what was given is no rule',
  no_such_rule: 'there is no rule of this id',
  policy_changed:
    'somebody else changed the rules; `sovereign policy list` shows them and their revision',
  policy_is_fixed: 'this host has a policy of its own: its rules are not kept here',
  audit_failed: 'the audit could not be written; nothing was changed',
  desk_failed: 'the store could not be used; SOVEREIGN_DEBUG=1 shows where',
} as const satisfies Record<Extract<PolicyAnswer, { readonly ok: false }>['code'], string>;

function refused({ code, faults }: Extract<PolicyAnswer, { readonly ok: false }>): Stop {
  const list = faults === undefined ? '' : ` (${faults.map(faultText).join('; ')})`;
  return new Stop(exitOfPolicy(code), `${REFUSED[code]}${list}`);
}

const faultText = ({ path, rule }: RuleFault): string =>
  `${path === '' ? 'the whole' : path}: ${rule}`;
