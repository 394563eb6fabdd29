/** The names a login name is compared with. */
export interface NamesTaken {
  readonly minds: Iterable<string>;
  /** Components of this host beyond {@link COMPONENT_NAMES}: its adapters, plugins and packages. */
  readonly reserved?: Iterable<string>;
}

/**
 * What is no person: the packages, parts and origins of this program, and the names under which
 * software commonly acts. None of them may be a login name, so none can decide an approval.
 */
export const COMPONENT_NAMES: readonly string[] = Object.freeze(
  [
    // Packages, each refused with its scope and without.
    '@sovereign/capabilities @sovereign/planner @sovereign/harness-core @sovereign/host',
    '@sovereign/cli @sovereign/adapter-appliance @sovereign/adapter-sql @sovereign/adapter-mcp',
    '@sovereign/adapter-ai-sdk @sovereign/adapter-http',
    // Where a proposal can come from.
    'user model plan scheduler operator host',
    // Parts of the program.
    'sovereign sovereign-sdk sdk core harness executor planner registry policy policies audit',
    'auditor desk grants confirmation approval approvals approver decider capability runner',
    'worker broker store memory context provider strategy handler sink resolver sweeper',
    'adapter adapters plugin plugins package appliance gateway server client api cli http sql mcp',
    'ai-sdk daemon service kernel supervisor watchdog cron timer',
    // Those who act as software.
    'assistant agent agents mind minds bot robot ai llm language-model tool tools function system',
    'automation automatic autopilot copilot',
    // Accounts of systems and databases, and nobody.
    'admin administrator root superuser sudo nobody anonymous default none null',
    'undefined unknown everyone anyone self postgres sqlite',
  ].flatMap((line) => line.split(' ')),
);

const LOGIN_NAME = /^[a-z][a-z0-9._-]{1,31}$/;

/**
 * Folds what people overlook in a name: case, `0` for `o`, `1` for `l`, and `.`, `_`, `-`. Two
 * names of a person and a mind that fold alike are one name, and whichever comes later is refused.
 *
 * Source: decision «Deciders».
 */
export function foldName(name: string): string {
  return dropDots(name.toLowerCase()).replaceAll('0', 'o').replaceAll('1', 'l');
}

/**
 * Names the rule that a login name breaks, never the name; undefined if it may be given to a
 * person. Display names are not asked about: they decide nothing.
 *
 * Source: decision «Deciders».
 */
export function loginNameFault(name: string, others: NamesTaken): string | undefined {
  if (!LOGIN_NAME.test(name)) {
    return 'login name: not 2 to 32 of `a-z`, `0-9`, `.`, `_`, `-`, the first a letter';
  }
  // Components are few and known, so against them `1` is also read as `i`: `adm1n` is no person.
  const readsLike = new RegExp(`^${dropDots(name).replaceAll('0', 'o').replaceAll('1', '[il]')}$`);
  for (const component of [...COMPONENT_NAMES, ...(others.reserved ?? [])]) {
    if (readingsOf(component).some((reading) => readsLike.test(reading))) {
      return 'login name: it reads like the name of a component, and only persons decide';
    }
  }
  const folded = foldName(name);
  for (const mind of others.minds) {
    if (foldName(mind) === folded) return 'login name: it reads like the name of a mind';
  }
  return undefined;
}

const dropDots = (name: string): string => name.replace(/[._-]/g, '');

/** How a component can be read: `@scope/name` as both words together and as the last alone. */
function readingsOf(component: string): readonly string[] {
  const folded = foldName(component).replace(/^@/, '');
  return [folded.replaceAll('/', ''), folded.slice(folded.lastIndexOf('/') + 1)];
}
