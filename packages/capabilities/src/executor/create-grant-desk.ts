import { isPrincipal } from '../contract/caller.js';
import type { Capability } from '../contract/capability.js';
import type { Violation } from '../contract/schema/accept-schema.js';
import { deepFreeze } from '../internal/freeze.js';
import { isWhole } from '../internal/whole.js';
import type { GrantAnswer, GrantCode, GrantDesk, GrantWish } from '../desks/grant-desk.js';
import {
  MAX_GRANT_MS,
  MAX_USES,
  type Grant,
  type GrantScope,
  type NewGrant,
} from '../grants/grant.js';
import { readScope } from '../grants/read-draft.js';
import { bindingOf, contractsOf, scopeFaults } from '../grants/scope-faults.js';
import { isAutomatic } from './automatic.js';
import { findDecider, mayGrant, refuseDecider } from './decider.js';
import { onRecord } from './deed.js';
import type { Door } from './door.js';
import { guarded } from './noting.js';
import { tellGrant } from './tell-grant.js';

/** Builds the desk where persons give and take back grants. */
export function createGrantDesk(door: Door): GrantDesk {
  return Object.freeze<GrantDesk>({
    list: async (filter) => door.store.listGrants(filter),
    find: async (id) => (typeof id === 'string' ? door.store.findGrant(id) : undefined),

    give: (stated) =>
      guarded(
        door,
        async () => {
          // Each part is read once: what is checked is what is given.
          const wish: GrantWish = { ...stated };
          const giver = await findDecider(wish.person, door);
          if (giver === undefined || !(await mayGrant(giver, wish.holder, door)))
            return no(await refuseDecider('grant', giver, door));
          const read = readWish(wish, giver.id, door);
          if (!read.ok) return no('invalid_grant', { violations: read.violations });
          const { grant, contracts } = read;
          if (!contracts.some((one) => isAnswerable(one, door))) return no('grant_without_effect');
          const noted = { kind: 'grant', subject: grant.id, code: 'granted' } as const;
          const done = await onRecord(
            {
              notices: [{ ...noted, principal: `person:${giver.id}` }],
              change: async () => ({ changed: true, grant: await door.store.addGrant(grant) }),
            },
            door,
          );
          return done === undefined ? no('audit_failed') : given(done.grant, door);
        },
        no('desk_failed'),
      ),

    revoke: (what) =>
      guarded(
        door,
        async () => {
          const { grant: id, person } = what;
          const found = typeof id === 'string' ? await door.store.findGrant(id) : undefined;
          if (found === undefined) return no('not_found');
          const by = await findDecider(person, door);
          if (by === undefined || !(await mayGrant(by, found.holder, door)))
            return no(await refuseDecider(found.id, by, door));
          if (found.state !== 'live') return no('already_ended', { state: found.state });
          const noted = { kind: 'grant', subject: id, code: 'revoked' } as const;
          const done = await onRecord(
            {
              notices: [{ ...noted, principal: `person:${by.id}` }],
              change: () => door.store.revokeGrant(id, by.id),
            },
            door,
          );
          if (done === undefined) return no('audit_failed');
          const { changed, grant } = done;
          if (grant === undefined) return no('not_found');
          return changed ? given(grant, door) : no('already_ended', { state: grant.state });
        },
        no('desk_failed'),
      ),
  });
}

/** Whether a grant for it could ever answer anything. */
export function isAnswerable(capability: Capability, door: Door): boolean {
  return isAutomatic(capability) || door.grantsMayConfirm;
}

function given(grant: Grant, door: Door): GrantAnswer {
  tellGrant(grant, door);
  return Object.freeze({ ok: true, grant });
}

type ReadWish =
  | { readonly ok: true; readonly grant: NewGrant; readonly contracts: readonly Capability[] }
  | { readonly ok: false; readonly violations: readonly Violation[] };

function readWish(wish: GrantWish, giver: string, door: Door): ReadWish {
  const { holder, lastsMs, startsInMs = 0, uses } = wish;
  const faults: Violation[] = [];
  if (!isPrincipal(holder)) faults.push({ path: '/holder', rule: 'principal' });
  if (!isWhole(lastsMs, 1_000, MAX_GRANT_MS)) faults.push({ path: '/lastsMs', rule: 'range' });
  if (!isWhole(startsInMs, 0, MAX_GRANT_MS)) faults.push({ path: '/startsInMs', rule: 'range' });
  if (uses !== undefined && !isWhole(uses, 1, MAX_USES))
    faults.push({ path: '/uses', rule: 'range' });
  const read = readScope(wish.scope);
  const scope = read.ok ? read.value : undefined;
  const contracts =
    scope === undefined ? [] : contractsOf(scope.capability, door.registry.capabilities);
  const wrong = read.ok ? scopeFaults(read.value, contracts) : read.violations;
  faults.push(...wrong.map(({ path, rule }) => ({ path: `/scope${path}`, rule })));
  if (scope === undefined || !isPrincipal(holder) || faults.length > 0)
    return { ok: false, violations: deepFreeze(faults) };
  const grant: NewGrant = {
    id: crypto.randomUUID(),
    holder,
    giver,
    contracts: contracts.map(bindingOf),
    scope: scope satisfies GrantScope,
    source: { kind: 'operator' },
    startsInMs,
    lastsMs,
    ...(uses !== undefined && { uses }),
  };
  return { ok: true, grant, contracts };
}

const no = (
  code: GrantCode,
  detail?: Omit<Extract<GrantAnswer, { ok: false }>, 'ok' | 'code'>,
): GrantAnswer => Object.freeze({ ok: false, code, ...detail });
