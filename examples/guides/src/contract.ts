import {
  ContractError,
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  inlineRunner,
  listedDirectory,
  type Outcome,
} from '@sovereign/capabilities';
import { defineProgram } from '@sovereign/capabilities/node';
import { Type } from 'typebox';

// #region program
/** All that anybody can make of `systemctl` here: one verb, and one unit of this shape. */
const systemctlRestart = defineProgram({
  name: 'systemctl_restart',
  path: '/usr/bin/systemctl',
  args: [
    'restart',
    '--no-ask-password',
    { slot: 'unit', pattern: /[a-z0-9-]+[.]service/, maxLength: 64 },
  ],
  maxOutputBytes: 4_096,
  timeoutMs: 20_000,
});
// #endregion

// #region whole
export const serviceRestart = defineCapability({
  name: 'service.restart',
  version: 1,
  summary: 'Restarts one of the services that the household lists.',

  args: Type.Object({ unit: Type.String({ pattern: '^[a-z0-9-]+[.]service$', maxLength: 64 }) }),
  result: Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('failed')]) }),

  sideEffect: 'mutating',
  network: 'local',
  powers: ['command'],
  programs: ['systemctl_restart'],
  bounds: { timeoutMs: 30_000, maxResultBytes: 256, maxPerTurn: 1 },

  effects: ['The service is away for a moment.'],
  effect: ({ unit }) => `Restarts ${unit}. Whoever uses it is cut off for a moment.`,
  target: ({ unit }) => unit,
  targetKind: 'name',
  admit: ({ unit }, settings) => (isListed(unit, settings) ? undefined : 'unit_not_listed'),
  refusals: ['unit_not_listed'],
  failures: ['unit_not_found', 'start_failed'],
  idempotent: true,
  trust: 'tool',
  defaultRuling: 'deny', // until a household says otherwise
  undo: 'A restart cannot be taken back.',

  handler: new URL('./service.restart.handler.js', import.meta.url),
});

/** The device's configuration is data too: it is read, never trusted to have a shape. */
function isListed(unit: string, settings: unknown): boolean {
  const units = (settings as { readonly units?: unknown } | undefined)?.units;
  return Array.isArray(units) && units.includes(unit);
}
// #endregion

const plain = {
  name: 'note.find',
  version: 1,
  summary: 'Finds notes.',
  args: Type.Object({}),
  result: Type.Object({}),
  sideEffect: 'read_only',
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 5 },
  perform: () => ({}),
} as const;

// #region tightened
const noteFind = defineCapability({
  ...plain,
  args: Type.Object({
    words: Type.Array(Type.String()),
    since: Type.Optional(Type.String({ format: 'date' })),
  }),
});
const { tightened } = noteFind.args;
// #endregion

/** What `defineCapability` says to a contract that it does not accept. */
function refusalOf(contract: object): string {
  try {
    defineCapability({ ...plain, ...contract });
  } catch (thrown) {
    if (ContractError.is(thrown)) return thrown.message;
    throw thrown;
  }
  return 'accepted';
}

const text = (keywords: object): object => ({
  args: { type: 'object', properties: { a: { type: 'string', ...keywords } } },
});
const refusals = [
  { confirmation: 'automatic' },
  { defaultRuling: 'allow', sideEffect: 'mutating' },
  { network: 'local', powers: ['web'] },
  { powers: ['file'] },
  { bounds: { timeoutMs: 1_000, maxResultBytes: 1_024 } },
  text({ pattern: '^(a+)+$' }),
  text({ pattern: '^(a+)+$', maxLength: 100 }),
  text({ pattern: '^(?=a)', maxLength: 10 }),
  text({ format: 'iri' }),
  text({ nullable: true }),
].map(refusalOf);

// #region versions
const v1 = { ...plain, args: Type.Object({ text: Type.String() }) };
const v2 = { ...plain, version: 2, args: Type.Object({ words: Type.Array(Type.String()) }) };

const both = createRegistry([defineCapability(v1), defineCapability(v2)]); // while v1 is still used
const dropped = createRegistry([defineCapability(v2)]); // later
// #endregion

const ask = (registry: typeof both): Promise<Outcome> =>
  createExecutor({
    registry,
    directory: listedDirectory({ persons: [{ id: 'ada' }] }),
    runner: inlineRunner(),
  }).invoke(
    { capability: 'note.find', version: 1, args: { text: 'milk' } },
    createCaller({ principal: 'person:ada', origin: 'user' }),
  );

/** What the page shows of it. */
export const shows = {
  program: systemctlRestart.name,
  tightened,
  refusals: refusals.join('\n'),
  versions: { both: await ask(both), dropped: await ask(dropped) },
};
