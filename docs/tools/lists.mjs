import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

// Lists of the code that a page has to name completely, in a table or as headings:
//
//   <!-- rows: powers -->       the first column of the table that follows names exactly these
//   <!-- headings: codes -->    the headings of this level that follow name exactly these

const CORE = 'packages/capabilities/src';

const LISTS = {
  'contract-fields': async (load) => [
    ...(await load(`${CORE}/contract/contract.ts`)).CONTRACT_KEYS,
  ],
  bounds: async (load) => (await load(`${CORE}/contract/bounds.ts`)).BOUND_NAMES,
  powers: async (load) => (await load(`${CORE}/powers/powers.ts`)).POWER_NAMES,
  'power-faults': async (load) => [...(await load(`${CORE}/powers/power-error.ts`)).POWER_FAULTS],
  stages: async (load) => [...(await load(`${CORE}/contract/codes.ts`)).STAGES, 'audit'],
  codes: async (load) => codesOf((await load(`${CORE}/contract/codes.ts`)).REJECTION_CODES),
  notices: async (load) => (await load(`${CORE}/audit/event.ts`)).NOTICE_KINDS,
  'verification-limits': async (load) =>
    Object.keys((await load(`${CORE}/audit/verify-report.ts`)).LIMIT_TEXT),
  formats: async (load) =>
    /write one of (.*)$/
      .exec((await load(`${CORE}/contract/schema/formats.ts`)).formatRemedy('none'))[1]
      .split(', '),
  // These are types alone, so they are read as text.
  'desk-codes': () => union(`${CORE}/desks/desk.ts`, 'DeskCode'),
  'pending-states': () => union(`${CORE}/confirmation/pending.ts`, 'PendingState'),
  'verification-faults': () => union(`${CORE}/audit/verify-report.ts`, 'FaultKind'),
  'audit-file-codes': () => union(`${CORE}/node/audit-file-error.ts`, 'AuditFileCode'),
  'caller-facts': () => fields(`${CORE}/contract/caller.ts`, 'CallerFacts'),
  'host-config': () => fields('packages/host/src/config.ts', 'HostConfig'),
  'executor-parts': () => fields(`${CORE}/executor/host.ts`, 'Host'),
  'door-events': () => keys(`${CORE}/executor/events.ts`, 'DoorEvents'),
};

/** The words a page has to name. @throws Error — when there is no such list. */
export async function listOf(name, sources) {
  if (!Object.hasOwn(LISTS, name)) throw new Error(`there is no list \`${name}\``);
  return LISTS[name](sources.load);
}

/** The stages that refuse with each code, by code. */
export async function stagesByCode(sources) {
  const { REJECTION_CODES } = await sources.load(`${CORE}/contract/codes.ts`);
  const stagesOf = (code) =>
    Object.keys(REJECTION_CODES).filter((stage) => REJECTION_CODES[stage].includes(code));
  return new Map(codesOf(REJECTION_CODES).map((code) => [code, stagesOf(code)]));
}

/** Each code once, in the order of the stages. */
function codesOf(byStage) {
  return [...new Set(Object.values(byStage).flat())];
}

const textOf = (path) => readFileSync(join(ROOT, path), 'utf8');

/** The words of `type Name = 'a' | 'b';`. */
function union(path, name) {
  const found = new RegExp(`type ${name} =(?<body>[^;]*);`).exec(
    textOf(path).replace(/\/\*\*.*?\*\//gs, ''),
  );
  return [...(found?.groups.body ?? '').matchAll(/'([^']+)'/g)].map(([, word]) => word);
}

/** The quoted names of `interface Name { 'a-b': …; }`. */
function keys(path, name) {
  const found = new RegExp(`interface ${name} \\{\n(?<body>.*?)\n\\}`, 's').exec(textOf(path));
  return [...(found?.groups.body ?? '').matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key);
}

/** The field names of `interface Name { readonly a: …; }`. */
function fields(path, name) {
  const found = new RegExp(`interface ${name} \\{\n(?<body>.*?)\n\\}`, 's').exec(textOf(path));
  return [...(found?.groups.body ?? '').matchAll(/^ {2}readonly (\w+)\??:/gm)].map(
    ([, field]) => field,
  );
}
