import type { JsonObject, PolicySteps, StoredPolicy } from '@sovereign/capabilities';
import type { Database, Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';
import { frozen } from './frozen.js';

const REVISION = statement(({ db }) =>
  db.selectFrom('sovereign_marks').select('value').where('name', '=', 'policy'),
);
/** Nobody changes the rules before whoever looked has committed what it began under them. */
const REVISION_HELD = statement(({ db, share }) =>
  share(db.selectFrom('sovereign_marks').select('value').where('name', '=', 'policy')),
);
const RULES = statement(({ db }) =>
  db.selectFrom('sovereign_policies').selectAll().where('revision', '=', place('revision')),
);
const RAISE = statement(({ db }) =>
  db
    .updateTable('sovereign_marks')
    .set({ value: place('next') })
    .where('name', '=', 'policy')
    .where('value', '=', place('from')),
);
const INSERT = statement(({ db }) =>
  db
    .insertInto('sovereign_policies')
    .values({ revision: place('revision'), rules: place('rules') }),
);

/** The revision in force, which stays so until this step ends. */
export async function presentRevision(tx: Tx): Promise<number> {
  return (await tx.get(REVISION_HELD))?.value ?? -1;
}

async function policyAt(tx: Tx, revision?: number): Promise<StoredPolicy | undefined> {
  const wanted = revision ?? (await tx.get(REVISION))?.value ?? -1;
  const row = await tx.get(RULES, { revision: wanted });
  return (
    row && frozen({ revision: row.revision, rules: JSON.parse(row.rules) as readonly JsonObject[] })
  );
}

/** Keeps rules in a database, every revision of them. */
export function policySteps(database: Database): PolicySteps {
  return Object.freeze<PolicySteps>({
    policyRevision: () => database.read(async (tx) => (await tx.get(REVISION))?.value ?? -1),
    policy: (revision) => database.read((tx) => policyAt(tx, revision)),
    changePolicy: (from, rules) =>
      database.write(async (tx) => {
        const revision = from + 1;
        const changed = (await tx.run(RAISE, { from, next: revision })) === 1;
        if (changed) await tx.run(INSERT, { revision, rules: JSON.stringify(rules) });
        const policy = await policyAt(tx);
        if (policy === undefined) throw new Error('there are no rules, not even none');
        return { changed, policy };
      }),
  });
}
