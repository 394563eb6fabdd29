import { PowerError } from '../../../powers/power-error.js';
import { webError } from './web-error.js';

/**
 * Lets a piece of work take this long and no longer, nor longer than the work it is part of.
 *
 * It does not wait for the work to stop: the signal tells it to, with the refusal as its reason.
 *
 * @throws PowerError — `timed_out`; `aborted` when a signal of the caller's ended it.
 */
export async function within<T>(
  ms: number,
  above: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const endedAbove = (): void => {
    own.abort(PowerError.is(above?.reason) ? above.reason : webError('aborted'));
  };
  const timer = setTimeout(() => own.abort(webError('timed_out')), ms);
  above?.addEventListener('abort', endedAbove, { once: true });
  if (above?.aborted === true) endedAbove();
  try {
    own.signal.throwIfAborted();
    return await Promise.race([work(own.signal), aborted(own.signal)]);
  } finally {
    clearTimeout(timer);
    above?.removeEventListener('abort', endedAbove);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as PowerError), { once: true });
  });
