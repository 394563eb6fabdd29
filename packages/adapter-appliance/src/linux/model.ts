import { cleanText } from '../internal/clean-text.js';

const MAX_MODEL = 128;

/** Reads what a device tree or a BIOS says the machine is; null for the phrases makers leave in by mistake. */
export function readModel(text: string): string | null {
  // A device tree ends its texts with a NUL.
  const model = cleanText(text.replace(/\0+$/, ''), MAX_MODEL);
  return model === null || PLACEHOLDERS.has(model.toLowerCase().replace(/\.+$/, '')) ? null : model;
}

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'default string',
  'n/a',
  'none',
  'not applicable',
  'not specified',
  'o.e.m',
  'oem',
  'product name',
  'system product name',
  'to be filled by o.e.m',
  'unknown',
  'xxxx',
]);
