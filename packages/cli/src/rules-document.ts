import { Stop } from './stop.js';

/** Rules as `policy import` takes them: not looked at yet, that is the desk's to do. */
export interface RulesDocument {
  readonly rules: unknown;
  /** The revision that they were taken from, where the document says so. */
  readonly revision?: number;
}

/** Reads what `policy export` writes, `{ revision, rules }`; anything else is taken for the rules themselves. */
export function readRulesDocument(document: unknown): RulesDocument {
  if (typeof document !== 'object' || document === null) return { rules: document };
  const { revision, rules } = document as Partial<Record<string, unknown>>;
  const isExport =
    isRevision(revision) && rules !== undefined && Object.keys(document).length === 2;
  return isExport ? { rules, revision } : { rules: document };
}

/**
 * Reads the revision of `--from`.
 *
 * @throws Stop — when it is none.
 */
export function readRevision(typed: string): number {
  const revision = /^\d{1,15}$/.test(typed) ? Number(typed) : undefined;
  if (!isRevision(revision))
    throw new Stop('usage', '--from: write a revision, as `sovereign policy list` shows it');
  return revision;
}

const isRevision = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
