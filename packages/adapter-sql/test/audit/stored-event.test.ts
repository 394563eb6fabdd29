import { beginChain, verifyChain } from '@sovereign/capabilities';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../src/audit/read-all.js';
import { eventOf, put } from '../../src/audit/stored-event.js';
import { attempt, emptyDatabase } from './events.js';

describe('put', () => {
  it('an attempt has one event, whoever wrote it: a second one is not put, and says so', async () => {
    const database = await emptyDatabase();
    const draft = attempt();
    const [first, second, third] = await database.write(async (tx) => [
      await put(tx, draft, beginChain('a')),
      await put(tx, { ...draft, outcome: 'unknown' }, beginChain('b')),
      await put(tx, attempt(), beginChain('b')),
    ]);
    expect([first?.isNew, second?.isNew, third?.isNew]).toEqual([true, false, true]);
    expect(second?.event).toEqual(first?.event);
    expect(await verifyChain(readAll(database))).toMatchObject({ ok: true, lines: 2 });
  });
});

describe('eventOf', () => {
  it('reads what somebody has altered as well: to find that out is not its business', () => {
    expect(eventOf('{"kind":"nothing"}')).toEqual({ kind: 'nothing' });
  });
});
