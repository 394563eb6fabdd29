import { scopeText, type Grant, type GrantState } from '@sovereign/capabilities';
import { exitOfGrant, type Exit } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { Options } from '../options.js';
import { inLook, inSession } from '../session.js';
import { Stop } from '../stop.js';
import { instant } from '../times.js';

/** Lists live grants and, with `--all`, those that have ended. */
export function grantsList(options: Options & { readonly all?: boolean }, io: Io): Promise<Exit> {
  return inLook(options, io, async ({ executor, out }) => {
    const live: readonly GrantState[] = ['live'];
    const found = await executor.grants.list(options.all === true ? {} : { states: live });
    if (options.json === true) await out.json(found.map(grantToWire));
    else if (found.length === 0) await out.note('nobody holds a grant', 'good');
    else
      for (const grant of found) {
        await out.data(`${grant.id}  ${grant.state}`, 'heading');
        await out.data(
          facts(grant)
            .map((line) => `  ${line}`)
            .join('\n'),
        );
      }
    return 'completed';
  });
}

function facts({ holder, giver, scope, used, uses, expiresAt }: Grant): readonly string[] {
  return [
    `held by ${holder}, given by ${giver}`,
    ...scopeText(scope),
    uses === undefined ? `used ${used} times` : `used ${used} of ${uses} times`,
    `until ${instant(expiresAt)}`,
  ];
}

/** Ends a grant at once. */
export function grantsRevoke(options: Options & { readonly id: string }, io: Io): Promise<Exit> {
  return inSession(options, io, async ({ executor, operator, out }) => {
    const answer = await executor.grants.revoke({ grant: options.id, person: operator.person });
    if (!answer.ok)
      throw new Stop(
        exitOfGrant(answer.code),
        `not revoked: ${answer.code}${answer.state === undefined ? '' : ` (${answer.state})`}`,
      );
    if (options.json === true) await out.json(grantToWire(answer.grant));
    else await out.data(`${answer.grant.id} is revoked`, 'good');
    return 'completed';
  });
}

/** Writes a grant as plain JSON. */
function grantToWire(grant: Grant): object {
  return {
    id: grant.id,
    state: grant.state,
    holder: grant.holder,
    giver: grant.giver,
    scope: grant.scope,
    source: grant.source,
    used: grant.used,
    ...(grant.uses !== undefined && { uses: grant.uses }),
    starts_at: new Date(grant.startsAt).toISOString(),
    expires_at: new Date(grant.expiresAt).toISOString(),
    ...(grant.revokedBy !== undefined && { revoked_by: grant.revokedBy }),
  };
}
