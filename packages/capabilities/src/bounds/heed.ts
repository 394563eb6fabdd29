/**
 * Listens to a caller's signal; gives the way to stop, or undefined where it has fired or cannot be
 * listened to. It is foreign code: what it throws must not become the end of anything else.
 */
export function heed(signal: AbortSignal, onAbort: () => void): (() => void) | undefined {
  try {
    if (signal.aborted !== false) return undefined;
    signal.addEventListener('abort', onAbort);
    return () => {
      try {
        signal.removeEventListener('abort', onAbort);
      } catch {
        // It was heard; that it cannot be left is its own trouble.
      }
    };
  } catch {
    return undefined;
  }
}
