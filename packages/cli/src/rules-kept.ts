import { readRules, type DoorStore } from '@sovereign/capabilities';
import { Stop } from './stop.js';
import { errorName } from './thrown.js';

/** What a host's rules are kept in, where they are kept at all. */
export interface RulesKept {
  readonly store: Pick<DoorStore, 'policy'>;
  /** False where the host has a policy of its own. */
  readonly keepsRules: boolean;
}

/**
 * Answers where the rules that the store keeps can be read, or something else rules.
 *
 * @throws Stop — when they cannot be read: the host then denies everything. What they hold is not said.
 */
export async function needReadableRules({ store, keepsRules }: RulesKept): Promise<void> {
  if (!keepsRules) return;
  const kept = await Promise.resolve()
    .then(() => store.policy())
    .catch((thrown: unknown) => {
      throw unreadable(`they cannot be fetched: ${errorName(thrown)}`, thrown);
    });
  if (!readRules(kept?.rules).ok)
    throw unreadable(
      `\`sovereign policy import --from ${kept?.revision ?? 0}\` puts others in their place`,
    );
}

const unreadable = (remedy: string, cause?: unknown): Stop =>
  new Stop(
    'unavailable',
    `policy_unreadable: the rules that the store keeps cannot be read, and so everything is denied; ${remedy}`,
    cause,
  );
