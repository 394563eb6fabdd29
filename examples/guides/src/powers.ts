import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  fail,
  inlineRunner,
  listedDirectory,
  PowerError,
  settingsPower,
  type FilePower,
} from '@sovereign/capabilities';
import {
  nodeFilePower,
  nodeLogPower,
  type Note,
  type OriginSettings,
} from '@sovereign/capabilities/node';
import { Type } from 'typebox';

// #region origins
/** What an operator configures: each service at one address, and the name of the secret it takes. */
const origins: Readonly<Record<string, OriginSettings>> = {
  lamp: { url: 'http://127.0.0.1:8080/api', bearer: 'lamp_token' },
};
// #endregion

// #region contract
export const shoppingList = defineCapability({
  name: 'shopping.list',
  version: 1,
  summary: 'Tells what is on the shopping list.',
  args: Type.Object({}),
  result: Type.Object({ items: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }) }),
  sideEffect: 'read_only',
  network: 'local',
  powers: ['file', 'log'],
  roots: ['/srv/household/shopping.txt'],
  bounds: { timeoutMs: 1_000, maxResultBytes: 16_384, maxPerTurn: 5 },
  failures: ['no_list'],
  trust: 'low', // whoever lives here writes into it
  perform: async (_args, { file, log }) => {
    const text = await file.readText('/srv/household/shopping.txt').catch((error: unknown) => {
      if (PowerError.is(error) && error.code === 'not_found') fail('no_list');
      throw error;
    });
    const items = text.split('\n').filter((line) => line !== '');
    log.note('list_read', { items: items.length }); // words and numbers, never text
    return { items };
  },
});
// #endregion

const notes: Note[] = [];

// #region lend
const executor = createExecutor({
  registry: createRegistry([shoppingList]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  lend: ({ roots }) => ({
    file: nodeFilePower({ roots }),
    log: nodeLogPower({ sink: (note) => notes.push(note) }),
  }),
});
// #endregion

const ada = createCaller({ principal: 'person:ada', origin: 'user' });
const missing = await executor.invoke({ capability: 'shopping.list', version: 1, args: {} }, ada);

// #region fake
/** A file power over texts in memory, for tests. */
export function textFiles(texts: Readonly<Record<string, string>>): FilePower {
  const absent = new PowerError('file', 'not_found');
  return {
    readText: (path) =>
      Object.hasOwn(texts, path) ? Promise.resolve(texts[path] ?? '') : Promise.reject(absent),
    list: () => Promise.reject(absent),
    volume: () => Promise.reject(absent),
  };
}
// #endregion

const inTests = createExecutor({
  registry: createRegistry([shoppingList]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  lend: () => ({
    file: textFiles({ '/srv/household/shopping.txt': 'milk\nbread\n' }),
    log: nodeLogPower({ sink: (note) => notes.push(note) }),
  }),
});
const listed = await inTests.invoke({ capability: 'shopping.list', version: 1, args: {} }, ada);

interface Household {
  readonly home?: { readonly lamps: readonly string[] };
}

// #region settings
const lampList = defineCapability({
  name: 'lamp.list',
  version: 1,
  summary: 'Names the lamps that may be switched.',
  args: Type.Object({}),
  result: Type.Object({ lamps: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 }) }),
  sideEffect: 'read_only',
  network: 'local',
  powers: ['settings'],
  settings: ['home'],
  bounds: { timeoutMs: 1_000, maxResultBytes: 16_384, maxPerTurn: 5 },
  refusals: ['not_configured'],
  // All sections, before anyone is asked.
  admit: (_args, settings) =>
    (settings as Household).home === undefined ? 'not_configured' : undefined,
  // The section that is named, when it is done.
  perform: async (_args, { settings }) => {
    const home = (await settings.read('home')) as Required<Household>['home'];
    return { lamps: [...home.lamps] };
  },
});

let household: Household = {};
const settings = (): Household => household; // a program reads its file here
const atHome = createExecutor({
  registry: createRegistry([lampList]),
  directory: listedDirectory({ persons: [{ id: 'ada' }] }),
  runner: inlineRunner(),
  settings,
  lend: (capability) => ({ settings: settingsPower(capability.settings, settings) }),
});
// #endregion

const lamps = { capability: 'lamp.list', version: 1, args: {} };
const before = await atHome.invoke(lamps, ada);
household = { home: { lamps: ['light.hall'] } };
const configured = await atHome.invoke(lamps, ada);

/** What the page shows of it. */
export const shows = {
  missing,
  listed,
  before,
  configured,
  notes,
  origins: Object.keys(origins),
};
