import { deepFreeze } from '../internal/freeze.js';
import { snapshot } from '../internal/snapshot.js';
import { PowerError } from './power-error.js';
import type { SettingsPower } from './powers.js';

/** What one section may be: plain JSON of a size that a person could have written. */
const SHAPE = { maxDepth: 16, maxNodes: 10_000, maxBytes: 262_144 } as const;

/**
 * Lends the sections of a device's configuration that a contract names, read fresh each time from the
 * same place as `admit` sees them.
 *
 * A section that is not there is `not_found`; one that is no plain JSON, or cannot be read, is
 * `unavailable`. What is handed out is a frozen copy.
 */
export function settingsPower(names: readonly string[], settings: () => unknown): SettingsPower {
  const lent = new Set(names);
  return Object.freeze<SettingsPower>({
    async read(name) {
      if (!lent.has(name)) throw refused('not_declared');
      const section = sectionOf(settings, name);
      if (section === undefined) throw refused('not_found');
      const copy = snapshot(section, SHAPE);
      if (!copy.ok) throw refused('unavailable');
      return deepFreeze(copy.value);
    },
  });
}

/** What throws while it is read is the operator's to find, not the handler's to see. */
function sectionOf(settings: () => unknown, name: string): unknown {
  try {
    const all = settings();
    return typeof all === 'object' && all !== null && Object.hasOwn(all, name)
      ? (all as Readonly<Record<string, unknown>>)[name]
      : undefined;
  } catch {
    throw refused('unavailable');
  }
}

const refused = (code: 'not_declared' | 'not_found' | 'unavailable'): PowerError =>
  new PowerError('settings', code);
