import { Type } from 'typebox';

/** A contract of a read-only, local capability, as its author writes it. */
export const WRITTEN = Object.freeze({
  name: 'fixture.look',
  version: 1,
  summary: 'Looks at one thing.',
  args: Type.Object({ path: Type.String({ maxLength: 100 }) }),
  result: Type.Object({ found: Type.Boolean() }),
  sideEffect: 'read_only' as const,
  network: 'local' as const,
  bounds: Object.freeze({ timeoutMs: 1_000, maxResultBytes: 1_024, maxPerTurn: 3 }),
  perform: () => ({ found: true }),
});

/**
 * The same contract with changes that its type would not allow, as plain JavaScript can make them.
 * A change to undefined leaves the field out.
 */
export function written(changes: Readonly<Record<string, unknown>>): never {
  const changed = Object.entries({ ...WRITTEN, ...changes });
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as never;
}

/** What is thrown: the message of a ContractError, or whatever else came. */
export function faultOf(define: () => unknown): unknown {
  try {
    define();
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : thrown;
  }
}
