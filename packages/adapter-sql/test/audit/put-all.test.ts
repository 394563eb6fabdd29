import { beginChain, verifyChain, type EventDraft } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { putAll } from '../../src/audit/put-all.js';
import { readAll } from '../../src/audit/read-all.js';
import { put } from '../../src/audit/stored-event.js';
import type { Tx } from '../../src/database/database.js';
import { attempt, emptyDatabase, notice } from './events.js';

const NONE = beginChain('a');

describe('putAll', () => {
  it('puts them in their order, gives of each attempt the first event, and passes over what is none', async () => {
    const database = await emptyDatabase();
    const [own, elsewhere] = [attempt(), attempt()];
    const drafts: readonly EventDraft[] = [
      own,
      { ...own, outcome: 'unknown' },
      { ...elsewhere, outcome: 'unknown' },
      { ...attempt(), id: "' OR \0 \ud800" },
      { ...attempt(), duration_ms: -1 },
      { ...notice('grant'), id: own.id },
      attempt(),
    ];
    const { other, answers, last } = await database.write(async (tx) => {
      const { event } = await put(tx, elsewhere, beginChain('b'));
      return { other: event, ...(await putAll(tx, drafts, NONE)) };
    });
    expect(answers[0]).toMatchObject({ event: { writer: 'a', seq: 1, outcome: 'completed' } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual({ event: other });
    for (const at of [3, 4]) expect(answers[at]).toMatchObject({ thrown: expect.any(TypeError) });
    expect(answers[5]).toMatchObject({ event: { seq: 2, kind: 'grant' } });
    expect(answers[6]).toEqual({ event: last });
    expect(last?.seq).toBe(3);
    expect(await verifyChain(readAll(database))).toMatchObject({ ok: true, lines: 4 });
  });

  it('of nothing that is new there is no last', async () => {
    const database = await emptyDatabase();
    const draft = attempt();
    const { last } = await database.write(async (tx) => {
      await put(tx, draft, NONE);
      return putAll(tx, [draft, draft], beginChain('b'));
    });
    expect(last).toBeUndefined();
  });

  it('is to be run again where another process was faster with one of them', async () => {
    const database = await emptyDatabase();
    const draft = attempt();
    const putting = database.write(async (tx) => {
      await put(tx, draft, beginChain('b'));
      // As if that had been committed between the two looks.
      const late: Tx = { ...tx, all: () => [] };
      return putAll(late, [attempt(), draft], NONE);
    });
    await expect(putting).rejects.toMatchObject({ fault: 'conflict' });
  });
});
