import type { Principal } from '../contract/caller.js';
import type { Json } from '../internal/json.js';

/** How long a grant may last at most: seven days, by the store's clock. */
export const MAX_GRANT_MS = 604_800_000;

/** How many uses a grant may count at most. */
export const MAX_USES = 1_000_000;

/** What a grant covers, and nothing beyond it. What is shown of it is what is enforced. */
export interface GrantScope {
  /** `name@version`, or `ns.*` for every capability below a name. */
  readonly capability: string;
  /** A glob over the whole canonical target, or with `args` the target itself; absent only where nothing has one. */
  readonly target?: string;
  /** Exactly these arguments. Excludes `parameters`. */
  readonly args?: Json;
  /** A glob for each named argument, over its text, or over its canonical JSON where it is no text. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether arguments that `parameters` does not name are free. Absent: there may be none. */
  readonly otherParameters?: 'any';
  /** `read` never covers what changes something. */
  readonly access: 'read' | 'write';
}

/** One contract as it was when the grant was made: another one is not covered. */
export interface GrantedContract {
  /** `name@version`. */
  readonly id: string;
  readonly digest: string;
}

/** Where a grant came from. */
export interface GrantSource {
  readonly kind: 'approval' | 'request' | 'operator';
  /** The pending proposal or capability request, where there is one. */
  readonly id?: string;
}

/** Only `live` is of any use; the others are final. */
export type GrantState = 'live' | 'lapsed' | 'spent' | 'revoked';

/** What is to be granted. The store adds state and times by its own clock. */
export interface NewGrant {
  readonly id: string;
  readonly holder: Principal;
  /** The login name of the person who gave it. */
  readonly giver: string;
  readonly contracts: readonly GrantedContract[];
  readonly scope: GrantScope;
  readonly source: GrantSource;
  /** In how long it starts. */
  readonly startsInMs: number;
  /** How long it lasts from then on; {@link MAX_GRANT_MS} at most. */
  readonly lastsMs: number;
  /** How often it may be used; absent for no count. */
  readonly uses?: number;
}

/**
 * A scoped, expiring, counted permission of one principal. It answers a policy's ask and nothing else.
 *
 * Source: decision «Grants».
 */
export interface Grant extends Omit<NewGrant, 'startsInMs' | 'lastsMs'> {
  readonly state: GrantState;
  /** How often it was used. */
  readonly used: number;
  /** Milliseconds since 1970 by the store's clock, as are the other times. */
  readonly createdAt: number;
  readonly startsAt: number;
  readonly expiresAt: number;
  readonly revokedBy?: string;
}
