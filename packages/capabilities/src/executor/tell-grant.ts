import type { Grant } from '../grants/grant.js';
import type { Door } from './door.js';
import { tellOutlook } from './tell-outlook.js';

/** Tells everybody of a grant that was given or ended, and that somebody's outlook is another. */
export function tellGrant({ id, state }: Pick<Grant, 'id' | 'state'>, door: Door): void {
  door.teller.tell('grant-changed', () => ({ grant: id, state }));
  tellOutlook(door, 'grant');
}
