import {
  createCaller,
  createExecutor,
  createRegistry,
  defineCapability,
  fail,
  inlineRunner,
  listedDirectory,
  PowerError,
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

/** What the page shows of it. */
export const shows = { missing, listed, notes, origins: Object.keys(origins) };
