import type { Tx } from '../database/database.js';
import { place, statement } from '../database/statement.js';

/** How many bytes of results are held under keys; the oldest go first, their outcomes stay. */
const KEEP_RESULT_BYTES = 67_108_864;

const MAKE_ROOM = statement(({ db }) =>
  db
    .updateTable('sovereign_keys')
    .set({ result: null, result_bytes: 0 })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('principal', 'key'),
        'in',
        selectFrom(
          selectFrom('sovereign_keys')
            .select(({ fn }) => [
              'principal',
              'key',
              fn
                .sum<number>('result_bytes')
                .over((over) => over.orderBy('until', 'desc').orderBy('principal').orderBy('key'))
                .as('bytes'),
            ])
            .where('result', 'is not', null)
            .as('held'),
        )
          .select(['held.principal', 'held.key'])
          .where('held.bytes', '>', place('most'))
          .$asTuple('principal', 'key'),
      ),
    ),
);

/** Drops the oldest results where there are too many bytes of them. */
export async function dropOldResults(tx: Tx, most = KEEP_RESULT_BYTES): Promise<void> {
  await tx.run(MAKE_ROOM, { most });
}
