import type { Outlook, PolicyFinding, PolicyInForce, Rule } from '@sovereign/capabilities';
import { createRegistry } from '@sovereign/capabilities';
import type { Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import { table, type Column } from '../layout.js';
import type { Options } from '../options.js';
import { createOutput, type Output } from '../output.js';
import { readConfig } from '../read-config.js';
import { needReadableRules } from '../rules-kept.js';
import { inLook, type Session } from '../session.js';
import { Stop } from '../stop.js';

/** Lists the rules in force in the order of their rank, with what is doubtful about them. */
export function policyList(options: Options, io: Io): Promise<Exit> {
  return inLook(options, io, async (session) => {
    const policy = await inForce(session);
    if (options.json === true) await session.out.json(policyToWire(policy));
    else await showRules(policy, session.out);
    return 'completed';
  });
}

/** Finds rules that hardly say what their author meant. */
export function policyLint(options: Options, io: Io): Promise<Exit> {
  return inLook(options, io, async (session) => {
    const { findings } = await inForce(session);
    if (options.json === true) await session.out.json(findings.map(findingToWire));
    else if (findings.length === 0)
      await session.out.note('nothing is doubtful about these rules', 'good');
    else for (const finding of findings) await session.out.data(findingText(finding), 'waits');
    return 'completed';
  });
}

/** Writes the rules as a document that `policy import` takes, with the revision that it is made from. */
export function policyExport(options: Options, io: Io): Promise<Exit> {
  return inLook(options, io, async (session) => {
    const { revision, rules } = await inForce(session);
    await session.out.json({ revision, rules });
    return 'completed';
  });
}

/** Shows what each person and each mind can do with each capability, whatever the target and the hour, and which rules say so. */
export async function policyMatrix(options: Options, io: Io): Promise<Exit> {
  const config = await readConfig(options, io);
  const principals = [
    ...config.directory.persons.map(({ id }) => `person:${id}`),
    ...(config.directory.minds ?? []).map(({ id }) => `mind:${id}`),
  ];
  if (createRegistry(config.capabilities).capabilities.length === 0)
    await createOutput(options, io).note('this host has no capabilities');
  return inLook(options, io, async ({ executor, kept, out }) => {
    await needReadableRules(kept);
    const outlooks: Outlook[] = [];
    for (const principal of principals) {
      const seen = await executor.outlook(principal);
      if (seen !== undefined) outlooks.push(seen);
    }
    if (options.json === true) await out.json(outlooks.map(outlookToWire));
    else await out.data(table(MATRIX, outlooks.flatMap(matrixRows), out.width).join('\n'));
    return 'completed';
  });
}

const MATRIX: readonly Column[] = [
  { title: 'WHO' },
  { title: 'CAPABILITY' },
  { title: 'RULING' },
  { title: 'TABLE' },
  { title: 'RULES' },
  { title: 'GRANTS', align: 'right' },
];

function matrixRows({ principal, active, entries }: Outlook): readonly (readonly string[])[] {
  return entries.map(({ capability, version, ruling, rules, structural, locked, grants }) => [
    principal,
    `${capability}@${version}`,
    locked ? 'locked' : active ? ruling : 'inactive',
    structural ? 'asks' : '',
    rules.join(' ') || 'default',
    String(grants.length),
  ]);
}

const outlookToWire = ({ principal, active, policyRevision, entries }: Outlook): object => ({
  principal,
  active,
  policy_revision: policyRevision,
  entries,
});

/** The rules in force. */
export async function inForce({
  executor,
  kept,
}: Pick<Session<Options>, 'executor' | 'kept'>): Promise<PolicyInForce> {
  await needReadableRules(kept);
  const policy = await executor.policies.read();
  if (policy === undefined)
    throw new Stop(
      'configuration',
      'this host has a policy of its own: its rules are not kept here',
    );
  return policy;
}

const RULES: readonly Column[] = [
  { title: 'RULE' },
  { title: 'SCOPE' },
  { title: 'CAPABILITY' },
  { title: 'LOOKS AT' },
  { title: 'EFFECT' },
];

/** Shows rules as a table, and what is doubtful about them below. */
export async function showRules(policy: PolicyInForce, out: Output): Promise<void> {
  const { revision, timeZone, rules, findings } = policy;
  if (rules.length === 0)
    await out.note(
      'no rules: each capability has its default ruling; `sovereign policy set` writes one',
    );
  else {
    const [titles = '', ...rows] = table(RULES, rules.map(row), out.width);
    await out.data(titles, 'heading');
    await out.data(rows.join('\n'));
  }
  for (const finding of findings) await out.note(findingText(finding), 'waits');
  await out.note(`revision ${revision}, hours in ${timeZone}`);
}

const row = ({ id, scope, capability, effect, final, ...looks }: Rule): readonly string[] => [
  id,
  scope,
  capability,
  lookText(looks),
  final === true ? `${effect}, final` : effect,
];

function lookText({
  target,
  action,
  hours,
  retrieved,
}: Pick<Rule, 'target' | 'action' | 'hours' | 'retrieved'>): string {
  const parts = [
    target !== undefined && `target ${target}`,
    action !== undefined && `action ${action}`,
    hours !== undefined && `${hours.from}–${hours.to}`,
    retrieved === true && 'retrieved text',
  ].filter((part) => part !== false);
  return parts.join(', ') || 'nothing more';
}

const FINDING = {
  never_wins: 'never decides',
  matches_everything: 'fits everything',
  no_such_capability: 'names no capability of this host',
  no_target: 'looks at a target, and what it names has none',
  deny_not_final:
    'is a deny for everybody that a mind’s own rule outranks; `final` would hold for all',
} as const satisfies Record<PolicyFinding['code'], string>;

/** Says what is doubtful about a rule. */
export function findingText({ rule, code, shadowedBy = [] }: PolicyFinding): string {
  const by = shadowedBy.length > 0 ? `: ${shadowedBy.join(', ')} always do` : '';
  return `note: rule ${rule} ${FINDING[code]}${by}`;
}

const findingToWire = ({ rule, code, shadowedBy }: PolicyFinding): object => ({
  rule,
  code,
  ...(shadowedBy !== undefined && { shadowed_by: shadowedBy }),
});

/** Writes the rules in force as plain JSON. */
export const policyToWire = ({ revision, timeZone, rules, findings }: PolicyInForce): object => ({
  revision,
  time_zone: timeZone,
  rules,
  findings: findings.map(findingToWire),
});
