import type { registerHooks } from 'node:module';
import process from 'node:process';
import { confine } from '../../bounds/inside/confine.js';
import { ownTimers } from '../../bounds/inside/own-timers.js';
import type { Workshop } from '../../bounds/inside/serve.js';

/** The only thing that can be imported once the realm is confined, and that once. */
const HANDLER = 'sovereign:handler';

/**
 * Makes this realm one for a handler, for good: no module but the handler's own can be loaded, nothing
 * of the runtime is in reach, and nothing that all share can be changed.
 *
 * Hardening of the runtime, never the boundary: that is the operating system's where there is one.
 */
export function handlerRealm(
  hook: typeof registerHooks,
): Pick<Workshop, 'load' | 'timers' | 'afterwards'> {
  let source: string | undefined;
  hook({
    resolve(specifier) {
      if (specifier === HANDLER && source !== undefined)
        return { url: HANDLER, format: 'module', shortCircuit: true };
      throw new Error(
        `a handler is one file that imports nothing, and this one imports \`${named(specifier)}\`: what it needs of the outside is a power`,
      );
    },
    load: () => ({ format: 'module', source: source ?? '', shortCircuit: true }),
  });

  const { setImmediate, setTimeout, clearTimeout } = globalThis;
  const timers = ownTimers({
    setTimeout,
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  });
  const { now, timeOrigin } = performance;
  const monotonic = now.bind(performance);
  const { getRandomValues, randomUUID } = crypto;
  const random = {
    getRandomValues: getRandomValues.bind(crypto),
    randomUUID: randomUUID.bind(crypto),
  };
  closeDoors();
  confine(globalThis, {
    ...timers.globals,
    performance: { now: () => monotonic(), timeOrigin },
    crypto: random,
    // A worker has nowhere to write to. What a handler would tell is its result, or a note.
    console: silentConsole(),
    process: { env: {}, platform: process.platform, versions: {}, argv: [] },
  });

  return {
    timers,
    load: async (text) => {
      source = text;
      return (await import(HANDLER)) as { readonly default?: unknown };
    },
    afterwards: (then) => void setImmediate(() => setImmediate(then)),
  };
}

/** What lets one process hurt another is taken out of the object, should anybody ever find that. */
function closeDoors(): void {
  const { permission } = process as { permission?: { drop?(scope: string): void } };
  // Everything that is ever read has been read.
  permission?.drop?.('fs.read');
  for (const name of [
    'kill',
    '_kill',
    '_debugProcess',
    '_debugEnd',
    'binding',
    'dlopen',
    'getBuiltinModule',
  ])
    Reflect.deleteProperty(process, name);
}

function silentConsole(): Readonly<Record<string, () => void>> {
  const names = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'group'];
  return Object.fromEntries(
    [...names, 'groupEnd', 'time', 'timeEnd', 'timeLog', 'count', 'assert'].map((name) => [
      name,
      () => undefined,
    ]),
  );
}

const named = (specifier: string): string =>
  /^[\w@:./-]{1,100}$/.test(specifier) ? specifier : 'something';
