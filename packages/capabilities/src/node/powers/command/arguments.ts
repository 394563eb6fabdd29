import { PowerError } from '../../../powers/power-error.js';
import type { Program, Slot } from './program.js';

/** What a handler fills slots with. */
export type SlotValues = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Writes the arguments of a program.
 *
 * A value is one argument, whatever is in it, and never begins like an option.
 *
 * @throws PowerError — `invalid_arguments` for a value too many, too few, or of another shape.
 */
export function argumentsFor({ args }: Program, values: SlotValues): readonly string[] {
  const left = new Set(Object.keys(values));
  const written = args.flatMap((one): readonly string[] => {
    if (typeof one === 'string') return [one];
    left.delete(one.slot);
    return filled(one, Object.hasOwn(values, one.slot) ? values[one.slot] : undefined);
  });
  if (left.size > 0) throw invalid();
  return written;
}

function filled(slot: Slot, value: SlotValues[string] | undefined): readonly string[] {
  const { flag, optional = false, maxItems = 1 } = slot;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) {
    if (optional) return [];
    throw invalid();
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > maxItems) throw invalid();
  return items.flatMap((item) => {
    const text = textOf(item, slot);
    return flag === undefined ? [text] : [flag, text];
  });
}

function textOf(item: unknown, { pattern, maxLength }: Slot): string {
  const text = typeof item === 'number' && Number.isSafeInteger(item) ? String(item) : item;
  if (typeof text !== 'string' || text.length === 0 || text.length > maxLength) throw invalid();
  if (text.startsWith('-') || text.includes('\0') || !text.isWellFormed()) throw invalid();
  // The whole of it, whether or not its author wrote so.
  if (new RegExp(`^(?:${pattern.source})$`, 'u').exec(text)?.[0] !== text) throw invalid();
  return text;
}

const invalid = (): PowerError => new PowerError('command', 'invalid_arguments');
