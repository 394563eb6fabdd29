import { verifyChain } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { checkpoints } from '../../src/audit/checkpoints.js';
import { readAll } from '../../src/audit/read-all.js';
import type { Database } from '../../src/database/database.js';
import { attempt, emptyDatabase, notice, putOf } from './events.js';

const MINUTE = 60_000;

/** A writer whose monotonic clock stands still until it is moved. */
function writing(database: Database, writer: string) {
  let time = 0;
  const others = checkpoints(() => time);
  return {
    pass: (ms: number) => (time += ms),
    append: () =>
      database.write(async (tx) => {
        await others.follow(tx, await putOf(tx, writer));
      }),
    begin: () => database.write((tx) => others.begin(tx, writer)),
  };
}

const seenIn = async (database: Database): Promise<readonly string[]> => {
  const said: string[] = [];
  for await (const event of readAll(database, { kinds: ['checkpoint'] })) {
    const [, writer, seq] =
      /^(.+)@(\d+)/.exec('subject' in event ? (event.subject ?? '') : '') ?? [];
    if (writer !== undefined) said.push(`${event.writer} saw ${writer} at ${seq}`);
  }
  return said;
};

/** Makes the last checkpoint of all so much older. */
const age = (database: Database, ms: number): Promise<void> =>
  database.migrate((run) =>
    run(`UPDATE sovereign_marks SET value = value - ${ms} WHERE name = 'checkpoint'`),
  );

describe('checkpoints', () => {
  it('say where each other chain stands, and again only where it has moved', async () => {
    const database = await emptyDatabase();
    for (const writer of ['h:1', 'h:2', 'h:2']) await database.write((tx) => putOf(tx, writer));
    const own = writing(database, 'h:own');
    await own.append();
    expect(await seenIn(database)).toEqual(['h:own saw h:1 at 1', 'h:own saw h:2 at 2']);
    await database.write((tx) => putOf(tx, 'h:2'));
    own.pass(MINUTE);
    await age(database, MINUTE);
    await own.append();
    expect((await seenIn(database)).slice(2)).toEqual(['h:own saw h:2 at 3']);
    own.pass(MINUTE);
    await age(database, MINUTE);
    await own.append();
    expect(await seenIn(database)).toHaveLength(3);
    expect(await verifyChain(readAll(database))).toMatchObject({ ok: true });
  });

  it('come a minute after the last, whoever made that, and not before', async () => {
    const database = await emptyDatabase();
    await database.write((tx) => putOf(tx, 'h:0'));
    const [one, other] = [writing(database, 'h:1'), writing(database, 'h:2')];
    await one.append();
    await other.append();
    expect(await seenIn(database)).toEqual(['h:1 saw h:0 at 1']);
    // The other one has just asked: it does not ask with every event.
    await age(database, MINUTE);
    other.pass(MINUTE - 1);
    await other.append();
    expect(await seenIn(database)).toHaveLength(1);
    other.pass(1);
    await other.append();
    expect((await seenIn(database)).slice(1)).toEqual(['h:2 saw h:1 at 2']);
  });

  it('come after a thousand events as well, also where the thousandth is a checkpoint itself', async () => {
    const database = await emptyDatabase();
    const own = writing(database, 'h:own');
    await own.append();
    await database.write(async (tx) => {
      await putOf(tx, 'h:1');
      for (let seq = 2; seq < 1_000; seq += 1) await putOf(tx, 'h:own');
      await putOf(tx, 'h:own', notice('checkpoint'));
    });
    expect(await seenIn(database)).toEqual([]);
    await own.append();
    expect(await seenIn(database)).toEqual(['h:own saw h:1 at 1']);
  });

  it('a claim that fails leaves it to the next event', async () => {
    const database = await emptyDatabase();
    await database.write((tx) => putOf(tx, 'h:1'));
    const own = writing(database, 'h:own');
    const rename = (from: string, to: string): Promise<void> =>
      database.migrate((run) => run(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename('sovereign_marks', 'gone');
    await expect(own.append()).rejects.toMatchObject({ fault: 'failed' });
    await rename('gone', 'sovereign_marks');
    await own.append();
    expect(await seenIn(database)).toEqual(['h:own saw h:1 at 1']);
  });

  it('tie a chain that begins to the latest of its own host', async () => {
    const database = await emptyDatabase();
    await database.write(async (tx) => {
      await putOf(tx, 'h:old', attempt(undefined, 1_000));
      await putOf(tx, 'h:late', attempt(undefined, 3_000));
      await putOf(tx, 'other:h', attempt(undefined, 9_000));
    });
    expect(await writing(database, 'h:own').begin()).toMatchObject({ writer: 'h:own', seq: 1 });
    expect(await writing(database, 'new:own').begin()).toMatchObject({ writer: 'new:own', seq: 0 });
    expect(await seenIn(database)).toEqual(['h:own saw h:late at 1']);
  });
});
