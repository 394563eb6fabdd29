import { printable } from './printable.js';

/** Names the kind of what was thrown, in a word that holds nothing of what it said. */
export function errorName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'something that is no error';
  const kind = [SyntaxError, ReferenceError, RangeError, TypeError, URIError].find(
    (one) => thrown instanceof one,
  );
  const code = (thrown as NodeJS.ErrnoException).code;
  const known =
    typeof code === 'string' && /^E(?:RR_)?[A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
  return `${kind?.name ?? 'Error'}${known}`;
}

/**
 * Says where an error was thrown, without a word of what it said: its stack minus its message.
 *
 * A message may hold an argument, so a stack in which it cannot be told apart gives nothing.
 */
export function framesOf(thrown: unknown): readonly string[] {
  try {
    if (!(thrown instanceof Error)) return [];
    const { message, stack } = thrown;
    if (typeof message !== 'string' || typeof stack !== 'string') return [];
    const name = /^[\w$.]{1,64}(?: \[\w{1,64}\])?/.exec(stack)?.[0] ?? '';
    const head = `${name}${message === '' ? '' : `: ${message}`}\n`;
    if (!stack.startsWith(head)) return [];
    return stack
      .slice(head.length)
      .split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .map(printable);
  } catch {
    return [];
  }
}

/** Says all there is to an error from before any argument was in play: what it said, and where it was thrown. */
export function wholeOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? String(thrown)) : errorName(thrown);
}

/** Whether somebody is looking for a fault of the program itself. */
export const isDebugging = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['SOVEREIGN_DEBUG'] === '1';

/** Gives the system's word for why something with files failed, such as `EACCES`; a path or message never. */
export function systemReason(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, syscall } = thrown as { readonly code?: unknown; readonly syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' && /^E[A-Z0-9]+$/.test(code)
    ? code
    : undefined;
}
