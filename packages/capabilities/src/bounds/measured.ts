import { Failure } from '../contract/failure.js';
import { snapshot } from '../internal/snapshot.js';
import type { Ran } from './runner.js';

/** How deep and how many values a result may hold; its size is the contract's own bound. */
const RESULT_SHAPE = { maxDepth: 64, maxNodes: 1_000_000 } as const;

/** Takes a result over as plain data, within its size. The size is looked at before the shape. */
export function measure(result: unknown, maxResultBytes: number): Ran {
  const copy = snapshot(result, { ...RESULT_SHAPE, maxBytes: maxResultBytes });
  if (copy.ok) return { ok: true, result: copy.value, resultBytes: copy.bytes };
  return {
    ok: false,
    code: copy.rule === 'too_large' ? 'result_too_large' : 'invalid_result',
    started: true,
  };
}

/** What comes of work that threw: the handler's own word where it said one, else what was thrown. */
export function failure(thrown: unknown): Extract<Ran, { ok: false }> {
  try {
    const reason: unknown = Failure.is(thrown) ? thrown.reason : undefined;
    if (typeof reason === 'string')
      return { ok: false, code: 'handler_failed', reason, started: true };
  } catch {
    // A handler may throw anything, also what throws when it is looked at.
  }
  return { ok: false, code: 'handler_failed', started: true, thrown };
}
